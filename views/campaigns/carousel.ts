/** The posts of a campaign side by side, each with its first picture, its state and its main button. */
import type { Button, CardBlock, CarouselBlock } from '@slack/types';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { type CurrentApprovers, type Review, reviewOf } from '#src/posts/card/rule.ts';
import { isDropped, isEditable, isInReview, wasPublished } from '#src/posts/card/state.ts';
import { clip, slack } from '#views/kit/limits.ts';
import type { Clock } from '#views/kit/moment.ts';
import { clipped, count, mrkdwn, oneLine, time } from '#views/kit/text.ts';
import { approvalCount } from '#views/posts/approval-progress.ts';
import { cardButtons } from '#views/posts/card-buttons.ts';
import { firstPicture, seeAllAction, showButton } from '#views/posts/card-content.ts';
import {
  excerpt,
  isReadyForReview,
  plannedFacts,
  stateInBrief,
  stateLine,
  stateWords,
} from '#views/posts/card-state.ts';
import { problemText } from '#views/posts/problems.ts';
import { warningLines } from '#views/posts/warnings.ts';

/** If there would be more, the posts are a list: people would scroll past carousels. */
const mostCarousels = 3;

/** What the posts' buttons depend on, besides the posts. */
export interface PostsLook {
  approvers: CurrentApprovers | undefined;
  paused: Paused | undefined;
  undoForMs: number;
  clock: Clock;
}

export const fitsCarousels = (posts: number): boolean =>
  posts > 0 && posts <= mostCarousels * slack.carouselCards;

/**
 * As few carousels as Slack allows, of about the same length, so that none has a single card. `of`: how many
 * posts there will be.
 */
export function carouselBlocks(
  posts: readonly Card[],
  { of, pictures, ...look }: PostsLook & { of: number; pictures: boolean },
): CarouselBlock[] {
  const cards = posts.map((post, i) => cardBlock(post, { n: i + 1, of, pictures, look }));
  const size = Math.ceil(cards.length / Math.ceil(cards.length / slack.carouselCards));
  return Array.from({ length: Math.ceil(cards.length / size) }, (_, i) => ({
    type: 'carousel',
    elements: cards.slice(i * size, (i + 1) * size),
  }));
}

function cardBlock(
  post: Card,
  { n, of, pictures, look }: { n: number; of: number; pictures: boolean; look: PostsLook },
): CardBlock {
  const { approvers, paused, clock } = look;
  const review = approvers && reviewOf(post, approvers, clock.now);
  const picture = pictures ? firstPicture(post) : undefined;
  const actions = buttonsOf(post, review, look).map((button) => ({
    ...button,
    // every card has the same buttons, so their labels have the post's number
    accessibility_label: clip(`${button.text.text}, post ${n}`, slack.buttonText),
  }));
  return {
    type: 'card',
    block_id: `post-${n}`,
    ...(picture && { hero_image: picture }),
    title: mrkdwn(`Post ${n} of ${of}`),
    subtitle: mrkdwn(stateText(post, { review, paused, now: clock.now })),
    body: mrkdwn(bodyText(post)),
    ...(actions.length > 0 && { actions }),
  };
}

/** The first button of the post's own card, and a button that shows the whole post. */
function buttonsOf(
  post: Card,
  review: Review | undefined,
  { paused, undoForMs, clock }: PostsLook,
): Button[] {
  const [row] = cardButtons(post, { review, paused: paused !== undefined, undoForMs, clock });
  const [main] = row?.type === 'actions' ? row.elements : [];
  const { caption, mediaUrls } = post.content;
  return [
    ...(main?.type === 'button' ? [main] : []),
    ...(caption !== '' || mediaUrls.length > 0 ? [showButton(post, seeAllAction, 'Show full post')] : []),
  ];
}

function stateText(
  post: Card,
  { review, paused, now }: { review: Review | undefined; paused: Paused | undefined; now: number },
): string {
  const isPaused = paused !== undefined && isReadyForReview(post);
  const emoji = isPaused ? ':double_vertical_bar:' : stateLine(post).emoji;
  const state = isPaused ? 'Publishing is paused' : stateInBrief(post);
  const { given = [], needed } = review?.progress ?? {};
  return [
    `${emoji} ${state}`,
    ...(isInReview(post) && needed !== undefined ? [approvalCount(given.length, needed)] : []),
    ...timeFacts(post, now),
  ].join(' · ');
}

function timeFacts(post: Card, now: number): string[] {
  if (isInReview(post)) return plannedFacts(post, now);
  const at = isDropped(post) || wasPublished(post) ? undefined : timeOf(post);
  return at ? [time(at)] : [];
}

/** Why the post isn't published as it is. */
function noteText({ state, history }: Card): string {
  if (state !== 'rejected' && state !== 'changes_requested') return '';
  const note = oneLine(history.findLast(({ what }) => what === state)?.note ?? '');
  return note === '' ? '' : `*${stateWords[state]}:* ${clipped(note, 80)}\n`;
}

function bodyText(post: Card): string {
  if (post.problem) return clipped(`Problem: ${problemText(post.problem)}`, slack.cardBody);
  const warnings = isEditable(post) && !post.pending ? warningLines(post).length : 0;
  const warned = warnings > 0 ? `:warning: ${count(warnings, 'warning')} on its card\n` : '';
  const first = `${warned}${noteText(post)}`;
  return `${first}${excerpt(post, slack.cardBody - first.length)}`;
}
