/** Posts, edits and removes status messages. */
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { removeOldMessage } from '#src/platform/slack/old-message.ts';
import { isRefusal, noMessage, noPlace } from '#src/platform/slack/refusals.ts';
import { orRenderFailed } from '#src/platform/slack/render-failed.ts';
import type { StatusMessages } from '#src/ports.ts';
import type { Card } from '#src/posts/card/card.ts';
import { messageAddress } from '#views/kit/text.ts';
import { renderLinks, renderStatus } from '#views/notifications/status.ts';

export function createStatusMessages(
  client: WebClient,
  log: Logger,
  slackUrl: () => Promise<string>,
): StatusMessages {
  const post = async (to: string, cards: readonly Card[], names: ReadonlyMap<string, string>) => {
    const message = { ...renderStatus(cards, names), unfurl_links: false, unfurl_media: false };
    const { channel, ts } = await client.chat.postMessage({ channel: to, ...message });
    if (!channel || !ts) throw new Error("Slack's answer has no channel or timestamp for the status message");
    return { at: { channel, ts }, cards: [...cards] };
  };
  return {
    post: (channel, cards, names) =>
      orRenderFailed(async () => {
        try {
          return [await post(channel, cards, names)];
        } catch (cause) {
          if (!isRefusal(cause, noPlace)) throw cause;
        }
        // where their cards will be, too
        const authors = Map.groupBy(cards, ({ author }) => author);
        const posted: Awaited<ReturnType<typeof post>>[] = [];
        for (const [author, theirs] of authors)
          try {
            posted.push(await post(author, theirs, names));
          } catch (cause) {
            // note the messages that exist, and try the others again
            if (posted.length === 0) throw cause;
            break;
          }
        return posted;
      }),

    edit: ({ channel, ts }, cards, names) =>
      orRenderFailed(async () => {
        if (ts === undefined) return;
        try {
          await client.chat.update({ channel, ts, ...renderStatus(cards, names) });
        } catch (cause) {
          if (!isRefusal(cause, noMessage)) throw cause;
        }
      }),

    retire: ({ channel, ts }, cards) =>
      orRenderFailed(async () => {
        if (ts === undefined) return;
        const url = await slackUrl();
        const links = cards.flatMap((card) =>
          card.message ? [{ card, address: messageAddress(url, card.message) }] : [],
        );
        await removeOldMessage(client, log, { channel, ts }, renderLinks(links));
      }),
  };
}
