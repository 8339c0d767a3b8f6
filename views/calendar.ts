/** The next four weeks of a brand, by day in the reader's zone. */
import type { KnownBlock } from '@slack/types';
import { networkName } from '#src/cards/networks.ts';
import type { Post } from '#src/cards/post.ts';
import { clip, slack } from './limits.ts';
import { clipped, count, escaped, mrkdwn, plain } from './text.ts';

const days = 28;
/** Characters of one day; a section takes 3,000 with its heading. */
const dayText = 2_700;

/** `zone`: IANA; `now`: epoch milliseconds. Days without a post are left out. */
export function drawCalendar(
  brand: string,
  posts: Post[],
  zone: string,
  now: number,
): { text: string; blocks: KnownBlock[] } {
  const until = now + days * 86_400_000;
  const coming = posts
    .flatMap((post) =>
      post.scheduledAt && post.status !== 'published' ? [{ post, at: Date.parse(post.scheduledAt) }] : [],
    )
    .filter(({ at }) => at >= now && at < until)
    .sort((a, b) => a.at - b.at);
  const byDay = Map.groupBy(coming, ({ at }) => dayName(at, zone));
  const title = `The next four weeks of ${brand}`;
  const summary =
    coming.length === 0
      ? 'Nothing is planned.'
      : `${count(coming.length, 'post')} on ${count(byDay.size, 'day')}. Times are in your zone, ${zone}.`;
  return {
    text: `${escaped(title)}: ${summary}`,
    blocks: [
      { type: 'header', text: plain(clip(title, slack.headerText)) },
      { type: 'context', elements: [mrkdwn(summary)] },
      ...[...byDay].map(([day, entries]): KnownBlock => {
        const lines = fitting(entries.map(({ post, at }) => line(post, at, zone)));
        const more = entries.length - lines.length;
        return {
          type: 'section',
          text: mrkdwn(
            [`*${day}*`, ...lines, ...(more > 0 ? [`_and ${more} more on this day_`] : [])].join('\n'),
          ),
        };
      }),
    ],
  };
}

/** As many lines as a day has room for. */
function fitting(lines: string[]): string[] {
  let left = dayText;
  return lines.filter((text) => {
    left -= text.length + 1;
    return left >= 0;
  });
}

function line(post: Post, at: number, zone: string): string {
  const [first = ''] = post.caption.split('\n');
  const words = clipped(first || 'No caption', 70);
  const networks = [...new Set((post.profiles ?? []).map(({ provider }) => networkName(provider)))].join(
    ', ',
  );
  const planned = post.status === 'scheduled' ? ':calendar:' : ':pencil2:';
  return `${planned} *${timeName(at, zone)}*  ${words}${networks ? `  _${escaped(networks)}_` : ''}`;
}

function dayName(at: number, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(at);
}

function timeName(at: number, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
}
