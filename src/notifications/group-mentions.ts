/**
 * Which notification mentioned a user group in a channel. A group can be many people, so it's mentioned only
 * now and then.
 */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

const forMs = 15 * 60_000;

export function createGroupMentions(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /**
     * Whether the notification with this id may mention the group in the channel, because no other did in the
     * last 15 minutes. The same id may again, so that a retry sends the same text as the first attempt.
     */
    async claim(
      workspace: string,
      { channel, group }: { channel: string; group: string },
      id: string,
    ): Promise<boolean> {
      const key = keys.groupMention(workspace, channel, group);
      if ((await redis.set(key, id, 'PX', forMs, 'NX')) === 'OK') return true;
      return (await redis.get(key)) === id;
    },
  };
}
