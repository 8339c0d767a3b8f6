/**
 * What everyone in a conversation sees below a link to a post. It never shows the content outside the channel
 * of the post's card.
 */
import type { KnownBlock } from '@slack/types';
import { networksShown } from '#src/platform/publishing-api/networks.ts';
import type { Card } from '#src/posts/card/card.ts';
import { publishedAt, timeOf, wordsOf } from '#src/posts/card/content.ts';
import { isResting, isScheduled, wasPublished } from '#src/posts/card/state.ts';
import { button, buttonRow, contextLine, quote, section } from '#views/kit/blocks.ts';
import { listed } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import { bold, clipped, literal, oneLine, time, timeAt } from '#views/kit/text.ts';
import { stateInBrief, stateLine } from '#views/posts/card-state.ts';

export const openAction = 'link.open';

const captionShown = 160;

/** Shown next to the time if the caption is left out on purpose. */
export const captionHidden =
  'The caption isn’t shown here because the card isn’t in this channel. To see it, press *Open*.';

/** Whether the post's card is in this channel, where everyone can see it. */
export const isAtCard = ({ message }: Card, channel: string): boolean =>
  message?.channel === channel && !message.aside;

/** `asOf`: epoch ms. `hasCard`: the post's card is in the same channel. */
export function unfurled(card: Card, { asOf, hasCard }: { asOf: number; hasCard: boolean }): KnownBlock[] {
  const { emoji } = stateLine(card);
  const planned = isResting(card) || card.state === 'approved' ? timeOf(card) : undefined;
  const published = wasPublished(card) ? publishedAt(card) : undefined;
  const networks = networksShown(card.content.profiles);
  const facts = compact([
    `*${stateInBrief(card)}*`,
    bold(card.brand.name),
    clipped(listed(networks), 200),
    published && timeAt(published),
    planned && (isScheduled(card) ? time(planned) : `planned for ${time(planned)}`),
  ]);
  const caption = clip(oneLine(literal(wordsOf(card))), captionShown);
  return compact([
    section(`${emoji} ${facts.join('  ·  ')}`),
    hasCard && caption && quote(caption),
    contextLine([`As of ${timeAt(asOf)}`, ...(hasCard ? [] : [captionHidden])].join('  ·  ')),
    ...buttonRow([button(openAction, 'Open', { value: postRef({ card: card.id, post: card.postId }) })]),
  ]);
}

/** What a button or a row has of a post: only ids. */
export interface PostRef {
  card?: string | undefined;
  post?: string | undefined;
  brand?: string | undefined;
}

export const postRef = (ref: PostRef): string => JSON.stringify(ref);
