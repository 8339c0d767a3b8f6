/** Says something by itself: reminders, digests, alerts, and how a freeze goes. */
import type { WebClient } from '@slack/web-api';
import type { Announcer } from '#src/ports.ts';
import { announced } from '#views/announcement.ts';
import { orDrawingFailed } from './drawing-failed.ts';
import { codeOf, isRefusal, noMessage, noPlace } from './refusals.ts';

/** `once`: sends nothing twice. `slackUrl`: the address of the workspace in Slack; `slash`: the slash command of this installation for a name. */
export function createAnnouncer(
  client: WebClient,
  once: WebClient,
  slackUrl: () => Promise<string>,
  slash: (name: string) => string,
): Announcer {
  return {
    async say({ channel, thread }, what, marked) {
      const said = announced(what, { slackUrl: await slackUrl(), slash });
      await marked?.beforeSent();
      return orDrawingFailed(async () => {
        const quiet = { unfurl_links: false, unfurl_media: false };
        const { ts, channel: where } = await unless(noPlace, () =>
          once.chat.postMessage({
            ...{ channel, ...said, ...quiet, ...(thread && { thread_ts: thread }) },
            ...(marked && {
              metadata: { event_type: markedAs, event_payload: { mark: marked.mark } },
            }),
          }),
        );
        return ts && where ? { channel: where, ts } : undefined;
      });
    },

    find: (where, mark, since) => orDrawingFailed(() => find(once, where, mark, since)),

    sayAgain: ({ channel, ts }, what) =>
      orDrawingFailed(async () => {
        const said = announced(what, { slackUrl: await slackUrl(), slash });
        return Boolean((await unless(noMessage, () => client.chat.update({ channel, ts, ...said }))).ts);
      }),
  };
}

const markedAs = 'presscheck_said';

/** Slack gives some apps fewer. */
const messagesRead = 100;

/** Slack's clock is not ours. */
const skewMs = 60_000;

async function find(
  client: WebClient,
  { channel, thread }: { channel: string; thread?: string | undefined },
  mark: string,
  since: number,
): Promise<{ channel: string; ts: string } | false | undefined> {
  const oldest = String((since - skewMs) / 1_000);
  const asked = { channel, oldest, limit: messagesRead, include_all_metadata: true };
  try {
    const { messages = [], has_more } = thread
      ? await client.conversations.replies({ ...asked, ts: thread })
      : await client.conversations.history(asked);
    const isMarked = ({ metadata }: (typeof messages)[number]): boolean =>
      (metadata?.event_payload as { mark?: unknown } | undefined)?.mark === mark;
    const ts = messages.find(isMarked)?.ts;
    if (ts) return { channel, ts };
    return has_more ? undefined : false;
  } catch (cause) {
    // not a member, or no right to read here
    if (isRefusal(cause, noPlace) || codeOf(cause) === 'missing_scope') return undefined;
    throw cause;
  }
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
