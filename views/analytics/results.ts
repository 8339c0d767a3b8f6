import type { Figure } from '#src/analytics/figures.ts';
import type { PostResult } from '#src/analytics/results.ts';
import { parentOf } from '#src/posts/card/versions.ts';
import { section } from '#views/kit/blocks.ts';
import { count, listed, plural } from '#views/kit/language.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { clipped, firstLine } from '#views/kit/text.ts';
import { figureName, lowercase, valueText } from './summary.ts';

const mostFigures = 5;

/** `*1,204* impressions`; for a share or an average `*3.4%* engagement rate`. */
const figureText = (figure: Figure): string =>
  `*${valueText(figure)}* ${clipped(lowercase(figureName(figure)), 60).replaceAll('*', '∗')}`;

/** `isAlone`: nothing else says which post this is about, as in a notification. */
function resultLine({ card, figures, days, without = [] }: PostResult, isAlone: boolean): string {
  const first = firstLine(card.content.caption);
  // a post's own thread begins with its caption; in the thread of a campaign or of several versions, the
  // caption is one among others
  const isAmongOthers = parentOf(card) !== undefined || (card.versions?.length ?? 0) > 0;
  const whose =
    !isAlone && !isAmongOthers
      ? 'Results'
      : `Results for ${first === '' ? 'a post without a caption' : `“${clipped(first, 80)}”`}`;
  const after = days === 7 ? 'one week' : plural(days, { one: 'one day', other: count(days, 'day') });
  const numbers = listed(figures.slice(0, mostFigures).map(figureText));
  const missing = without.length > 0 ? ` No numbers from ${listed(without)} yet.` : '';
  return `:bar_chart: ${whose} ${after} after publishing: ${numbers}.${missing}`;
}

/** Slack cuts longer notification texts off (chat.postMessage). */
const longestFallback = 4_000;
/** The most blocks of a message. */
const mostBlocks = 50;

/** The first results, as many as a message has room for, and at least one. */
export function fittingResults<One extends PostResult>(all: readonly One[]): One[] {
  let length = 0;
  const fitting = all.slice(0, mostBlocks).findIndex((one) => {
    length += resultLine(one, true).length + 1;
    return length > longestFallback;
  });
  return all.slice(0, fitting < 0 ? mostBlocks : Math.max(1, fitting));
}

export function renderResults(results: readonly PostResult[]): RenderedMessage {
  const lines = (isAlone: boolean) => results.map((one) => resultLine(one, isAlone));
  return { text: lines(true).join('\n'), blocks: lines(false).map((line) => section(line)) };
}
