/** The digest of a brand: what waits, what is published today, what was published, and what failed. */
import type { KnownBlock, RichTextElement } from '@slack/types';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { type Digest, digestRows } from '#src/reminders/digest.ts';
import { contextLine, heading, section } from '#views/kit/blocks.ts';
import { language, listed } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import { clockText, dayText } from '#views/kit/moment.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { clipped, count, escaped, unnamed } from '#views/kit/text.ts';
import { cityOf } from '#views/kit/zone-names.ts';
import { aside, type OwnMessageOptions, type Row, rowOf, rowsBlock } from '#views/posts/card-rows.ts';
import { plannedWords } from '#views/posts/card-state.ts';
import { problemText } from '#views/posts/problems.ts';

const captionLine = 200;

const sinceText = {
  last_digest: 'since the last digest',
  yesterday: 'since yesterday',
  friday: 'since Friday',
} as const;

export function renderDigest(digest: Digest, options: OwnMessageOptions): RenderedMessage {
  const { brand, zone, at, scheduled, published, failed, failedBefore, waiting } = digest;
  const since = sinceText[digest.since];
  const title = brand.name ? `${brand.name} this morning` : 'This morning';
  const parts = [
    [waiting.length, 'waiting'],
    [scheduled.length, 'going out today'],
    [published.length, `published ${since}`],
    [failed.length, 'failed'],
  ] as const;
  const summary = parts
    .filter(([n]) => n > 0)
    .map(([n, what], i) => `${i === 0 ? count(n, 'post') : n} ${what}`)
    .join(', ');
  return {
    text: `${clipped(title, captionLine)}: ${summary}`,
    blocks: [
      heading(title),
      contextLine(escaped(`${dayText(at, zone)}  ·  times in the ${cityOf(zone)} time zone`)),
      ...part(
        ':eyes: *Waiting*',
        waiting.map((one) => waitingRow(one, digest, options)),
        options,
      ),
      ...part(
        ':calendar: *Going out today*',
        scheduled.map(({ at, caption, card }) => ({
          ...(card ? rowOf(card, options.slackUrl) : { caption }),
          before: clockText(Date.parse(at), zone),
          after: card ? [] : [aside('scheduled in the publishing service')],
        })),
        options,
      ),
      ...part(
        `:white_check_mark: *Published ${since}*`,
        published.map(({ caption, card }) => ({
          ...(card ? rowOf(card, options.slackUrl) : { caption }),
          after: card ? [] : [aside('published from the publishing service')],
        })),
        options,
      ),
      ...part(
        ':x: *Failed*',
        failed.map((card) => failedRow(card, options)),
        options,
      ),
      ...(failedBefore > 0 ? [older(failedBefore)] : []),
    ],
  };
}

function part(title: string, rows: Row[], { slash }: OwnMessageOptions): KnownBlock[] {
  if (rows.length === 0) return [];
  const more = rows.length - digestRows;
  return compact([
    section(`${title}  (${rows.length})`),
    rowsBlock(rows, digestRows),
    more > 0 && contextLine(`and ${more} more. To see them all, use \`${slash('social')} posts\`.`),
  ]);
}

const older = (n: number): KnownBlock =>
  contextLine(
    `${count(n, 'older failed post still needs', 'older failed posts still need')} attention. See the Home tab.`,
  );

function waitingRow(
  { card, names, more }: Digest['waiting'][number],
  { zone, at }: Digest,
  { slackUrl }: OwnMessageOptions,
): Row {
  const planned = timeOf(card);
  const after: RichTextElement[] = [];
  if (names.length > 0)
    after.push(
      aside(
        `${card.state === 'changes_requested' ? 'needs changes from' : 'waiting for'} ${list(names, more)}`,
      ),
    );
  if (planned) {
    const moment = momentOn(Date.parse(planned), zone, at);
    after.push(aside(`${plannedWords(card, at)} ${moment}`));
  }
  return { ...rowOf(card, slackUrl), after };
}

function failedRow(card: Card, { slackUrl }: OwnMessageOptions): Row {
  const reason = card.problem && problemText(card.problem);
  return { ...rowOf(card, slackUrl), after: reason ? [aside(clip(reason, 160))] : [] };
}

function list(names: readonly (string | undefined)[], more: number): string {
  const shown = names.map((name) => clip(name ?? unnamed.person, 40));
  return listed(more > 0 ? [...shown, `${more} more`] : shown);
}

const shortly = 6 * 86_400_000;

/** Only the clock time if it's today; otherwise with the day, by its name if that's clear. */
function momentOn(at: number, timeZone: string, now: number): string {
  const clock = clockText(at, timeZone);
  if (dayText(at, timeZone) === dayText(now, timeZone)) return clock;
  const soon = at > now && at - now < shortly;
  const form = soon ? ({ weekday: 'long' } as const) : ({ day: 'numeric', month: 'long' } as const);
  return `${new Intl.DateTimeFormat(language, { ...form, timeZone }).format(at)}, ${clock}`;
}
