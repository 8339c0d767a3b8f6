/** Posts what the bot says by itself: reminders, digests, alerts and reports of pauses. */
import type { WebClient } from '@slack/web-api';
import { isRefusal, noMessage, noPlace, tooMuch } from '#src/platform/slack/refusals.ts';
import { orRenderFailed } from '#src/platform/slack/render-failed.ts';
import type { Notifier } from '#src/ports.ts';
import { withTimesIn } from '#views/kit/moment.ts';
import type { Said } from '#views/kit/paged.ts';
import { announced } from '#views/notifications/announcement.ts';
import type { ZoneOfMessage } from './zones.ts';

type Announced = Parameters<Notifier['say']>[1];

interface Parts {
  /** The workspace's address in Slack. */
  slackUrl(): Promise<string>;
  /** The name of a slash command in this installation. */
  slash(name: string): string;
  zoneOf: ZoneOfMessage;
  /** Epoch ms. */
  now(): number;
}

/** `once`: sends nothing twice. */
export function createNotifier(
  client: WebClient,
  once: WebClient,
  { slackUrl, slash, zoneOf, now }: Parts,
): Notifier {
  async function drawn(to: string, what: Announced): Promise<Said> {
    const { text, ...said } = announced(what, { slackUrl: await slackUrl(), slash });
    return { text: withTimesIn(text, { now: now(), zone: await zoneOf(to, what) }), ...said };
  }

  const post: Notifier['post'] = ({ channel, thread, broadcast }, said) =>
    orRenderFailed(async () => {
      const quiet = { unfurl_links: false, unfurl_media: false };
      const { ts, channel: where } = await unless(noPlace, () =>
        once.chat.postMessage({ channel, ...said, ...quiet, ...inThread(thread, broadcast) }),
      );
      return ts && where ? { channel: where, ts } : undefined;
    });

  const replace: Notifier['replace'] = ({ channel, ts }, said) =>
    orRenderFailed(async () =>
      Boolean((await unless(noMessage, () => client.chat.update({ channel, ts, ...said }))).ts),
    );

  return {
    post,

    async say(where, what) {
      const { plain, ...said } = await drawn(where.channel, what);
      try {
        return await post(where, said);
      } catch (cause) {
        if (!plain || !isRefusal((cause as Error).cause, tooMuch)) throw cause;
        return post(where, { ...said, blocks: plain });
      }
    },

    replace,

    async sayAgain(message, what) {
      const { plain: _, ...said } = await drawn(message.channel, what);
      return replace(message, said);
    },
  };
}

/** Slack's types want to know `reply_broadcast` at compile time. */
function inThread(thread: string | undefined, broadcast = false) {
  if (!thread) return {};
  return broadcast ? { thread_ts: thread, reply_broadcast: true as const } : { thread_ts: thread };
}

type Answered = { ts?: string; channel?: string };

/** Slack's answer, or nothing if it refused for one of these reasons. */
async function unless(codes: ReadonlySet<string>, send: () => Promise<Answered>): Promise<Answered> {
  try {
    return await send();
  } catch (cause) {
    if (isRefusal(cause, codes)) return {};
    throw cause;
  }
}
