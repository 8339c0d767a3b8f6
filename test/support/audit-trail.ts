/** Reads and writes a bot's audit trail. */
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { createAudit } from '#src/audit/audit-store.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { StartedBot } from './bot.ts';
import { redisOf } from './stored.ts';

/** The oldest first. */
export async function auditTrail(
  t: TestContext,
  { settings, chat }: Pick<StartedBot, 'settings' | 'chat'>,
): Promise<AuditEntry[]> {
  const { redis, prefix } = redisOf(t, settings);
  const log = pino({ level: 'silent' });
  const trail = createAudit({ redis, prefix, key: undefined, days: 365, log, now: Date.now });
  t.after(() => trail.close());
  await trail.state(chat.world.workspace.id);
  const entries: AuditEntry[] = [];
  for await (const { entry } of trail.newest(chat.world.workspace.id)) entries.unshift(entry);
  return entries;
}

/** Adds an entry like another process would. `daysAgo`: its age, so that it can be old enough to be removed. */
export async function addEntry(
  t: TestContext,
  { settings, chat }: Pick<StartedBot, 'settings' | 'chat'>,
  entry: Omit<AuditEntry, 'at'>,
  { daysAgo = 0 } = {},
): Promise<void> {
  const { redis, prefix } = redisOf(t, settings);
  const log = pino({ level: 'silent' });
  const then = (): number => Date.now() - daysAgo * 86_400_000;
  const open = (now: () => number) =>
    createAudit({ redis, prefix: prefix, key: undefined, days: 365, log, now });
  const before = open(then);
  const today = open(Date.now);
  t.after(() => Promise.all([before.close(), today.close()]));
  await before.add(chat.world.workspace.id, entry);
  await before.tend(chat.world.workspace.id);
  if (daysAgo > 0) await today.tend(chat.world.workspace.id);
}
