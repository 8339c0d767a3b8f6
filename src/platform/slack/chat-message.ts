/** The parts of a Slack message that a request can be based on. */
import { z } from 'zod';

/** What someone wrote in Slack. */
export interface ChatMessage {
  ts: string;
  /** The first message of its thread; for the first message, its own `ts`. */
  thread: string | undefined;
  /** Slack's mrkdwn. */
  text: string;
  user: string | undefined;
  /** What an app calls itself. */
  botName: string | undefined;
  /** The characters of the emoji in it, by their names in Slack. */
  emoji: ReadonlyMap<string, string>;
}

const emojiSchema = z.object({
  type: z.literal('emoji'),
  name: z.string(),
  unicode: z.string().regex(/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/),
  skin_tone: z.number().optional(),
});

/** The `ts` of a message. It becomes part of an address, so it can't contain anything else. */
export const timestamp = z.string().regex(/^\d{1,20}\.\d{1,20}$/);

const messageSchema = z.looseObject({
  ts: timestamp,
  thread_ts: timestamp.nullish(),
  text: z.string().nullish(),
  subtype: z.string().nullish(),
  user: z.string().nullish(),
  username: z.string().nullish(),
  bot_profile: z.looseObject({ name: z.string() }).nullish().catch(undefined),
  blocks: z.unknown().optional(),
});

/** Messages that Slack itself posts in a conversation. */
const note = /^(channel|group)_(join|leave|topic|purpose|name|archive|unarchive)|^(pinned_item|tombstone)$/;

/** `undefined` if it isn't a message that someone wrote. */
export function readMessage(given: unknown): ChatMessage | undefined {
  const message = messageSchema.safeParse(given).data;
  if (!message || note.test(message.subtype ?? '')) return undefined;
  const { ts, thread_ts: thread, text, user, username, bot_profile: bot } = message;
  return {
    ts,
    thread: thread ?? undefined,
    text: text ?? '',
    user: user ?? undefined,
    botName: username ?? bot?.name,
    emoji: new Map(emojiIn(message.blocks)),
  };
}

/** Slack sends the characters of emoji only in a message's blocks; its text has their names. */
function emojiIn(part: unknown): [string, string][] {
  if (typeof part !== 'object' || part === null) return [];
  const { data } = emojiSchema.safeParse(part);
  if (!data) return Object.values(part).flatMap(emojiIn);
  const points = data.unicode.split('-').map((point) => Number.parseInt(point, 16));
  if (points.some((point) => point > 0x10_ffff)) return [];
  const name = data.skin_tone ? `${data.name}::skin-tone-${data.skin_tone}` : data.name;
  return [[name, String.fromCodePoint(...points)]];
}
