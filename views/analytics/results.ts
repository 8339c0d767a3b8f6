/** The results of a post, in the thread of its card. */
import type { Figure } from '#src/analytics/figures.ts';
import type { Card } from '#src/posts/card/card.ts';
import { parentOf } from '#src/posts/card/versions.ts';
import { section } from '#views/kit/blocks.ts';
import { count, listed, plural } from '#views/kit/language.ts';
import type { Said } from '#views/kit/paged.ts';
import { clipped } from '#views/kit/text.ts';
import { valueText } from './numbers.ts';

const mostFigures = 5;

/** `*1,204* impressions`; for a share or an average `*3.4%* engagement rate`. */
const figureText = (figure: Figure): string =>
  `*${valueText(figure)}* ${clipped(lowercase(figure.name), 60).replaceAll('*', '∗')}`;

/** `CTR` stays as it is. */
const lowercase = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** `days` after it was published. */
export function renderResults({
  card,
  figures,
  days,
}: {
  card: Card;
  figures: Figure[];
  days: number;
}): Said {
  const [first = ''] = card.content.caption.split('\n');
  // the words of a post stand above its thread, those of a campaign's post or of one of several versions among others
  const isAmongOthers = parentOf(card) !== undefined || (card.versions?.length ?? 0) > 0;
  const whose = isAmongOthers ? `Results of the post “${clipped(first, 80)}”` : 'Results';
  const after = days === 7 ? 'a week' : plural(days, { one: 'a day', other: count(days, 'day') });
  const numbers = listed(figures.slice(0, mostFigures).map(figureText));
  const text = `:bar_chart: ${whose} ${after} after publishing: ${numbers}.`;
  return { text, blocks: [section(text)] };
}
