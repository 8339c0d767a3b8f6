/** Changes a record that people edit in a form, such as a brand's posting times, together with its audit entry. */
import type { Keys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { type AuditEntry, entryText } from './card/audit.ts';

/** `before` is empty if there was no record, and `scope` if cards don't show it. */
const replaceRecord = script<
  number,
  'records' | 'redraws' | 'outbox',
  'field' | 'before' | 'after' | 'scope' | 'entry'
>(`
if (redis.call('HGET', KEYS.records, ARGV.field) or '') ~= ARGV.before then return 0 end
redis.call('HSET', KEYS.records, ARGV.field, ARGV.after)
if ARGV.scope ~= '' then redis.call('HINCRBY', KEYS.redraws, ARGV.scope, 1) end
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end
return 1`);

/** How often a change is tried again: only few people change the same record at the same moment. */
const maxAttempts = 20;

interface Place {
  workspace: string;
  /** The hash, and the record's field in it. */
  records: string;
  field: string;
  /** Whose cards show something else after the change (`scopeOf`). */
  scope?: string;
}

/**
 * `changed` gets the stored record, or `{}`, and returns the new one with its audit entry. If it returns why
 * nothing has to be written instead (`done`: it's stored already), that's the result. If someone else writes
 * at the same moment, it's called again with their record.
 */
export async function changeRecord<NotWritten extends string>(
  redis: Redis,
  keys: Keys,
  { workspace, records, field, scope = '' }: Place,
  changed: (json: string) => { json: string; entry?: AuditEntry | undefined } | 'done' | NotWritten,
): Promise<'done' | NotWritten> {
  const places = { records, redraws: keys.redraws(workspace), outbox: keys.auditOutbox(workspace) };
  // the sweep appends the audit entries of these workspaces, and this one may not have any cards yet
  await redis.sadd(keys.workspaces, workspace);
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const before = (await redis.hget(records, field)) ?? '';
    const next = changed(before || '{}');
    if (typeof next === 'string') return next;
    const entry = next.entry ? entryText(next.entry) : '';
    const args = { field, before, after: next.json, scope, entry };
    if ((await replaceRecord(redis, places, args)) === 1) return 'done';
  }
  throw new Error(`the record ${field} in ${records} kept changing while it was being saved`);
}
