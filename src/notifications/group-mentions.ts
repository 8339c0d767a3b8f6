/** Which notification mentioned a user group in a channel: a group is many people, so it is mentioned now and then only. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

const forMs = 15 * 60_000;

export function createGroupMentions(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /**
     * Whether the notification with this id can mention the group in the channel: nothing else did in the last 15 minutes.
     * The same id can again, so that a retry says what the first try would have said.
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
