/** Notes about a card, such as who was reminded of it, which are kept as long as the card. */
import type { Keys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';

const note = script<number, 'notes' | 'card' | 'family', 'field' | 'text' | 'before'>(`
if redis.call('EXISTS', KEYS.card) == 0 then return 0 end
if ARGV.before ~= '*' and (redis.call('HGET', KEYS.notes, ARGV.field) or '') ~= ARGV.before then return 0 end
redis.call('HSET', KEYS.notes, ARGV.field, ARGV.text)
redis.call('SADD', KEYS.family, KEYS.notes)
local left = redis.call('PTTL', KEYS.card)
if left >= 0 then redis.call('PEXPIRE', KEYS.notes, left) end
return 1`);

/**
 * Sets a field of the hash `notes`, unless the card is gone or the field's value isn't `before` (empty: the
 * field doesn't exist; absent: any value).
 */
export async function noteWithCard(
  { redis, keys, workspace }: { redis: Redis; keys: Keys; workspace: string },
  { id, campaign = id }: { id: string; campaign?: string | undefined },
  notes: string,
  { field, text, before = '*' }: { field: string; text: string; before?: string | undefined },
): Promise<void> {
  const scriptKeys = { notes, card: keys.card(workspace, id), family: keys.family(workspace, campaign) };
  await note(redis, scriptKeys, { field, text, before });
}
