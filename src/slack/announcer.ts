/** Says something by itself: reminders, digests, alerts, and how a freeze goes. */
import type { WebClient } from '@slack/web-api';
import type { Announcer } from '#src/ports.ts';
import { announced } from '#views/announcement.ts';
import { orDrawingFailed } from './drawing-failed.ts';
import { isRefusal, noMessage, noPlace } from './refusals.ts';

/** `once`: sends nothing twice. `slackUrl`: the address of the workspace in Slack; `slash`: the slash command of this installation for a name. */
export function createAnnouncer(
  client: WebClient,
  once: WebClient,
  slackUrl: () => Promise<string>,
  slash: (name: string) => string,
): Announcer {
  return {
    async say({ channel, thread, broadcast }, what) {
      const said = announced(what, { slackUrl: await slackUrl(), slash });
      return orDrawingFailed(async () => {
        const quiet = { unfurl_links: false, unfurl_media: false };
        const { ts, channel: where } = await unless(noPlace, () =>
          once.chat.postMessage({ channel, ...said, ...quiet, ...inThread(thread, broadcast) }),
        );
        return ts && where ? { channel: where, ts } : undefined;
      });
    },

    sayAgain: ({ channel, ts }, what) =>
      orDrawingFailed(async () => {
        const said = announced(what, { slackUrl: await slackUrl(), slash });
        return Boolean((await unless(noMessage, () => client.chat.update({ channel, ts, ...said }))).ts);
      }),
  };
}

/** Slack's types want `reply_broadcast` to be known when it is written. */
function inThread(thread: string | undefined, broadcast = false) {
  if (!thread) return {};
  return broadcast ? { thread_ts: thread, reply_broadcast: true as const } : { thread_ts: thread };
}

type Answered = { ts?: string; channel?: string };

/** What Slack answered, or nothing where it refused for one of these reasons. */
async function unless(codes: ReadonlySet<string>, send: () => Promise<Answered>): Promise<Answered> {
  try {
    return await send();
  } catch (cause) {
    if (isRefusal(cause, codes)) return {};
    throw cause;
  }
}
