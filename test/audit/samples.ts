/** A sample audit trail. */
import { pino } from 'pino';
import { type AuditOptions, createAudit } from '#src/audit/audit-store.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import { at } from '#test/posts/card/samples.ts';
import type { Stored } from '#test/support/stored.ts';

const silent = pino({ level: 'silent' });

export function auditOf(
  { redis, prefix }: Pick<Stored, 'redis' | 'prefix'>,
  options: Partial<AuditOptions> = {},
) {
  return createAudit({ redis, prefix, days: 365, log: silent, now: () => Date.parse(at), ...options });
}

export const anEntry = (n: number): Omit<AuditEntry, 'at'> => ({
  by: `U0${n}`,
  what: n % 2 ? 'approved' : 'asked',
  card: `card-${n}`,
  brand: { id: 'brand-1', name: 'Northwind Café' },
  content: 'c0ffee',
  channel: 'C1',
  via: 'click',
  result: 'approved',
  // a byte that is no longer UTF-8 must not read as this one
  note: `entry ${n} \uFFFD`,
});
