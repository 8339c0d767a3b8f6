/** Distinguishes notifications from cards. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Card } from '#src/posts/card/card.ts';
import { cardFrom } from '#src/posts/save-card.ts';
import { notificationBlock } from '#views/notifications/notification.ts';
import type { StartedBot } from './bot.ts';
import { eventually } from './eventually.ts';
import { holdCalls } from './hold-calls.ts';
import { redisOf } from './stored.ts';

export const isNotification = ({ blocks }: ShownMessage): boolean =>
  blocks[0]?.block_id === notificationBlock;

/** The notifications in the thread of a message, oldest first. */
export const notificationsBelow = (message: ShownMessage): ShownMessage[] =>
  message.threadMessages.filter(isNotification);

/** The cards in the thread of a campaign's message, oldest first. */
export const cardsBelow = (campaign: ShownMessage): ShownMessage[] =>
  campaign.threadMessages.filter((message) => !isNotification(message));

/** A sent notification: the arguments of its `chat.postMessage` that users can see. */
export interface Sent {
  channel: string;
  thread: string | undefined;
  /** Whether it was also sent to the channel. */
  broadcast: boolean;
  /** What the message says. */
  text: string;
  /** The text that Slack shows in a toast or on a lock screen. */
  push: string;
  /** The IDs of the mentioned users and groups, in order. */
  mentions: string[];
}

const sectionsOf = (blocks: readonly { type: string; text?: { text: string } }[]): string =>
  blocks.flatMap(({ type, text }) => (type === 'section' && text ? [text.text] : [])).join('\n');

/** Parses the arguments of `chat.postMessage`; `undefined` if it isn't a notification. */
function notificationIn(args: Record<string, unknown>): Sent | undefined {
  const { channel, thread_ts, reply_broadcast, text, blocks } = args;
  const shown = typeof blocks === 'string' ? JSON.parse(blocks) : (blocks ?? []);
  if (shown[0]?.block_id !== notificationBlock) return undefined;
  return {
    channel: String(channel),
    thread: thread_ts === undefined ? undefined : String(thread_ts),
    broadcast: String(reply_broadcast) === 'true',
    text: sectionsOf(shown),
    push: String(text),
    mentions: [...String(text).matchAll(/<(?:@|!subteam\^)(\w+)>/g)].map(([, id]) => id ?? ''),
  };
}

/** All notifications sent so far, oldest first. */
export function sentNotifications({ chat }: Pick<StartedBot, 'chat'>): Sent[] {
  return chat.calls.flatMap(({ method, args, answer }) => {
    const sent = method === 'chat.postMessage' && answer?.ok ? notificationIn(args) : undefined;
    return sent ? [sent] : [];
  });
}

/**
 * The stored card of a message at the time when the next notification with this text reaches Slack. Slack responds only after the
 * card is read, so anything that the bot writes after sending isn't in it.
 */
export async function cardWhenNotified(
  t: TestContext,
  { settings, chat }: StartedBot,
  { channel, ts }: ShownMessage,
  text: RegExp,
): Promise<() => Card> {
  const { redis, keys } = redisOf(t, settings);
  const { id: workspace } = chat.world.workspace;
  const id =
    (await redis.get(keys.message(workspace, channel, ts))) ?? assert.fail('no card has this message');
  const { fault, release } = holdCalls(t);
  let stored: string | null = null;
  const isTold = (args: Record<string, unknown>): boolean => {
    if (!text.test(notificationIn(args)?.text ?? '')) return false;
    void redis
      .get(keys.card(workspace, id))
      .then((json) => {
        stored = json;
      })
      .finally(release);
    return true;
  };
  chat.faults.next('chat.postMessage', fault, 1, isTold);
  return () => cardFrom(stored ?? assert.fail('nobody was told'));
}

/** Waits until no notifications are pending. */
export async function allNotified(t: TestContext, { settings, chat }: StartedBot): Promise<void> {
  const { redis, keys } = redisOf(t, settings);
  const { id } = chat.world.workspace;
  await eventually(async () => {
    const left = await Promise.all([redis.hlen(keys.notifications(id)), redis.hlen(keys.deliveries(id))]);
    assert.deepEqual(left, [0, 0]);
  });
}
