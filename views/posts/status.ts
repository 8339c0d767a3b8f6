/** What a channel shows while posts are being created, and what stays of it if people replied. */

import type { Card } from '#src/posts/card/card.ts';
import { contextLine, section } from '#views/kit/blocks.ts';
import { count, listed, plural } from '#views/kit/language.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { bold, clipped, messageLink, oneLine } from '#views/kit/text.ts';
import { problemText } from './problems.ts';

// all rows together have to fit into the 3,000 characters of one text
const rowsShown = 10;
const wordsShown = 120;
const nameShown = 60;

const hourglass = ':hourglass_flowing_sand:';

function wordsOf({ request }: Card): string {
  const words =
    request?.kind === 'ai-post'
      ? (request.rewrites?.wish ?? request.prompt)
      : request?.kind === 'post'
        ? request.caption
        : '';
  return clipped(oneLine(words), wordsShown);
}

const brandOf = ({ brand }: Card): string => bold(brand.name, nameShown);

/** A name instead of a mention, which would notify them of what they just requested. */
function forWhom({ author }: Card, names: ReadonlyMap<string, string>): string {
  const name = names.get(author);
  return name ? `, requested by ${clipped(name, nameShown)}` : '';
}

/**
 * The status message about cards that have no message yet. It stays true when nobody edits it anymore.
 * `names`: of the people who requested them, if known.
 */
export function renderStatus(cards: readonly Card[], names: ReadonlyMap<string, string>): RenderedMessage {
  const [card, ...more] = cards;
  if (card && more.length === 0) return one(card, forWhom(card, names));
  const areGenerated = cards.every(({ kind }) => kind === 'ai-post');
  const text = `${hourglass} *${areGenerated ? 'Generating' : 'Working on'} ${count(cards.length, areGenerated ? 'AI post' : 'post')}.* I’ll share each one here when it’s ready for review.`;
  const rowOf = (card: Card): string =>
    `• ${brandOf(card)}${forWhom(card, names)}: ${detailOf(card) || 'no text'}`;
  return render(
    text,
    andMore(cards, rowsShown, rowOf, (left) => `and ${left} more`),
  );
}

function one(card: Card, who: string): RenderedMessage {
  const text =
    card.kind === 'ai-post'
      ? card.rewriteOf
        ? `${hourglass} Rewriting an AI post for ${brandOf(card)}${who}. I’ll add it to the ${card.campaign ? 'campaign' : 'first version'}’s thread when it’s ready for review.`
        : `${hourglass} Generating an AI post for ${brandOf(card)}${who}. I’ll share it here when it’s ready for review.`
      : `${hourglass} Still saving a post for ${brandOf(card)}${who}. I’ll share it here once it’s saved.`;
  return render(text, [detailOf(card)]);
}

/** Shown on the message of a card whose post is being created again. */
export function renderMakingAgain(card: Card): RenderedMessage {
  const again = card.history.some(({ what }) => what === 'retried') ? ' again' : '';
  const looks = card.history.at(-1)?.what === 'checked_again';
  const text = looks
    ? `${hourglass} Looking for the post for ${brandOf(card)} in the publishing service. I’ll share what I find in a new message.`
    : `${hourglass} ${card.kind === 'ai-post' ? `Generating the AI post for ${brandOf(card)}${again}` : `Saving the post for ${brandOf(card)}${again}`}. I’ll share it in a new message when it’s ready.`;
  return render(text, [detailOf(card)]);
}

/** What delays the post, or else what it's about. */
const detailOf = (card: Card): string =>
  card.problem ? clipped(problemText(card.problem), 150) : wordsOf(card);

function render(text: string, rows: string[]): RenderedMessage {
  const shown = rows.filter((row) => row !== '').join('\n');
  return { text, blocks: compact([section(text), shown && contextLine(shown)]) };
}

/** Replaces a message that people replied to, or that can't be deleted. `links`: where the cards are now. */
export function renderLinks(links: readonly { card: Card; address: string }[]): RenderedMessage {
  const numbered = links.map(({ card, address }, i) => {
    const brand = clipped(card.brand.name, nameShown);
    return messageLink(address, links.length > 1 ? `${i + 1} (${brand})` : brand);
  });
  const list = listed(andMore(numbered, rowsShown, (one) => one));
  const what = plural(links.length, { one: 'Here’s the post for', other: 'Here are the cards:' });
  const text = links.length === 0 ? 'Done.' : `:arrow_right: ${what} ${list}.`;
  return { text, blocks: [section(text)] };
}
