/** The status messages of a workspace, and the cards that don't have one yet. */
import { z } from 'zod';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import type { Card } from '#src/posts/card/card.ts';
import { awaitingEntry } from '#src/posts/card/making.ts';

const statusMessageSchema = z.object({
  /** The channel, or a user if the bot can't post in the channel of the cards. */
  channel: z.string(),
  /** `undefined` if Slack accepted it nowhere: the entry only keeps it from being tried again. */
  ts: z.string().optional(),
  /** The ids of the cards that it's about. */
  cards: z.array(z.string()),
  /** Later cards of the channel can be added to it. */
  shared: z.boolean(),
  /** What it shows (`shownOf`). If the value differs, the message has to be edited. */
  shows: z.string(),
});
export type StatusMessage = z.infer<typeof statusMessageSchema>;

export type StatusStore = ReturnType<typeof createStatusStore>;

export function createStatusStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const field = (channel: string, message: StatusMessage): string =>
    `${channel} ${message.channel} ${message.ts ?? message.cards[0]}`;
  return {
    /** The channels with a status message, or with cards that don't have one yet. */
    async channels(workspace: string): Promise<Set<string>> {
      const [entries, fields] = await Promise.all([
        redis.zrange(keys.awaiting(workspace), '0', '-1'),
        redis.hkeys(keys.statuses(workspace)),
      ]);
      return new Set([...entries, ...fields].flatMap((one) => one.split(' ')[0] ?? []));
    },

    /** A channel's status messages, and the ids of its cards that don't have one yet. */
    async of(workspace: string, channel: string): Promise<{ messages: StatusMessage[]; awaiting: string[] }> {
      const [entries, fields] = await Promise.all([
        redis.zrangebylex(keys.awaiting(workspace), `[${channel} `, `(${channel}!`),
        redis.hgetall(keys.statuses(workspace)),
      ]);
      return {
        awaiting: entries.map((entry) => entry.slice(channel.length + 1)),
        messages: Object.entries(fields).flatMap(([name, json]) =>
          name.startsWith(`${channel} `) ? [statusMessageSchema.parse(JSON.parse(json))] : [],
        ),
      };
    },

    async note(workspace: string, channel: string, message: StatusMessage): Promise<void> {
      await redis.hset(keys.statuses(workspace), field(channel, message), JSON.stringify(message));
    },

    async forget(workspace: string, channel: string, message: StatusMessage): Promise<void> {
      await redis.hdel(keys.statuses(workspace), field(channel, message));
    },

    /** Removes a card that isn't stored anymore. */
    async leave(workspace: string, card: Pick<Card, 'channel' | 'id'>): Promise<void> {
      await redis.zrem(keys.awaiting(workspace), awaitingEntry(card));
    },
  };
}
