/** Posts messages that aren't answers: reminders, reports, alerts, and whatever a feature has rendered. */
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Message, Messages, Posted, Spot } from '#src/platform/slack/messages.ts';
import { removeOldMessage } from '#src/platform/slack/old-message.ts';
import { postMessage, withoutPreviews } from '#src/platform/slack/post-message.ts';
import {
  channelGone,
  isRefusal,
  noMessage,
  tooMuch,
  unlessRefusedFor,
} from '#src/platform/slack/refusals.ts';
import { orRenderFailed } from '#src/platform/slack/render-failed.ts';
import type { Card } from '#src/posts/card/card.ts';
import { withTimesIn } from '#views/kit/moment.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import type { OwnMessageOptions } from '#views/posts/card-rows.ts';
import type { About, ZoneOfMessage } from './zones.ts';

/** A message that isn't an answer, rendered when it's sent. */
export interface OwnMessage {
  /** The card or the like whose time zone its text gets in a channel; absent: its text has no times. */
  about?: About | undefined;
  render(options: OwnMessageOptions): Message & Pick<RenderedMessage, 'plain'>;
}

interface Parts {
  log: Logger;
  /** The workspace's address in Slack. */
  slackUrl(): Promise<string>;
  /** The name of a slash command in this installation. */
  slash(name: string): string;
  /** The address of a card's post in the publishing service's web app, if it's known. */
  postAddressOf(card: Card): string | undefined;
  zoneOf: ZoneOfMessage;
  /** Epoch ms. */
  now(): number;
}

export interface Notifier extends Messages {
  /** Renders and posts. Returns where it is; `undefined` if the bot can't post there. */
  postRendered(where: Spot, what: OwnMessage): Promise<Posted | undefined>;
  /** Renders and replaces. False if the message is gone, or can't be changed anymore. */
  replaceRendered(message: Posted, what: OwnMessage): Promise<boolean>;
  /** Deletes a message that newer ones have replaced. If it may have replies, it becomes `link` instead. */
  retire(message: Posted, link: Required<Message>): Promise<void>;
}

/** All throw Slack's error, as a `Retriable`. `once`: sends nothing twice. */
export function createNotifier(
  client: WebClient,
  once: WebClient,
  { log, slackUrl, slash, postAddressOf, zoneOf, now }: Parts,
): Notifier {
  /** `send` is called again with plain blocks if Slack refuses others that not every workspace has yet. */
  async function sendRendered<T>(
    to: string,
    { about, render }: OwnMessage,
    send: (content: Message) => Promise<T>,
  ): Promise<T> {
    const clock = { now: now(), zone: await zoneOf(to, about) };
    const options = { slackUrl: await slackUrl(), now: clock.now, slash, addressOf: postAddressOf };
    const { plain, ...message } = render(options);
    const content = { ...message, text: withTimesIn(message.text, clock) };
    try {
      return await send(content);
    } catch (cause) {
      if (!plain || !isRefusal((cause as Error).cause, tooMuch)) throw cause;
      return send({ ...content, blocks: plain });
    }
  }

  function post({ channel, thread, broadcast }: Spot, content: Message): Promise<Posted | undefined> {
    return orRenderFailed(() =>
      unlessRefusedFor(channelGone, () =>
        postMessage(once, { channel, ...content, ...withoutPreviews, ...inThread(thread, broadcast) }),
      ),
    );
  }

  function replace({ channel, ts }: Posted, content: Message): Promise<boolean> {
    return orRenderFailed(async () => {
      const updated = await unlessRefusedFor(noMessage, () =>
        client.chat.update({ channel, ts, ...content }),
      );
      return updated !== undefined;
    });
  }

  return {
    post,
    replace,

    retire: (message, link) => orRenderFailed(() => removeOldMessage(client, log, message, link)),

    postRendered: (where, what) => sendRendered(where.channel, what, (content) => post(where, content)),

    replaceRendered: (message, what) =>
      sendRendered(message.channel, what, (content) => replace(message, content)),
  };
}

/** Slack's types need to know `reply_broadcast` at compile time. */
function inThread(thread: string | undefined, broadcast = false) {
  if (!thread) return {};
  return broadcast ? { thread_ts: thread, reply_broadcast: true as const } : { thread_ts: thread };
}
