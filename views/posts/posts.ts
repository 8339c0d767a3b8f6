/** `/social posts`: a brand's posts, page by page, each with the buttons of its card. */
import type { KnownBlock } from '@slack/types';
import type { Post, PostStatus } from '#src/platform/publishing-api/post.ts';
import { lastApproval } from '#src/posts/card/approvals.ts';
import type { Card } from '#src/posts/card/card.ts';
import { hasNoProfiles, wordsOf } from '#src/posts/card/content.ts';
import type { NotAttached } from '#src/posts/card/file-checks.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { Permission, Review } from '#src/posts/card/rule.ts';
import { isInReview, isUnderWay } from '#src/posts/card/state.ts';
import { contextLine, divider, heading, section, verbatim } from '#views/kit/blocks.ts';
import { clip } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import type { Clock } from '#views/kit/moment.ts';
import {
  asOfBlock,
  type ListedAs,
  type Page,
  type RenderedMessage,
  rowBlock,
  turnBlocks,
} from '#views/kit/paged.ts';
import { clipped, count, escaped, literal, noCaption, oneLine } from '#views/kit/text.ts';
import { approvalFacts, blockedLine } from './approval-progress.ts';
import { profileList } from './card.ts';
import { type ButtonOptions, cardButtons } from './card-buttons.ts';
import { seeAllAction, seeAllText, showButton } from './card-content.ts';
import { linked, type Reader } from './card-link.ts';
import { listedLine, noteInList, plannedFacts, stateLine } from './card-state.ts';
import { pauseNotice } from './paused.ts';
import { problemText } from './problems.ts';

export const postsList = 'posts';

/** Rows of one page. Each takes up to five of the 50 blocks that a message can have. */
export const postsOnPage = 8;

/** Longer captions are cut here; `seeAllText` shows the rest. */
const captionShown = 160;

/** The order of the list: posts that need someone, then in progress, scheduled, and published. */
const ranks: Record<PostStatus, number> = {
  draft: 0,
  'pending approval': 0,
  failed: 0,
  unknown: 0,
  generating: 1,
  publishing: 1,
  scheduled: 2,
  published: 3,
};

/**
 * In the order in which people need them: the next scheduled post first, and the latest published one; the
 * others in the service's order.
 */
export function postsInOrder(posts: readonly Post[]): Post[] {
  const timeOf = ({ status, scheduledAt }: Post): number => {
    if (scheduledAt === undefined || ranks[status] < 2) return 0;
    return status === 'scheduled' ? Date.parse(scheduledAt) : -Date.parse(scheduledAt);
  };
  // each time is parsed only once, since sorting a long history compares more than a hundred thousand times
  return posts
    .map((post) => ({ post, rank: ranks[post.status], time: timeOf(post) }))
    .sort((a, b) => a.rank - b.rank || a.time - b.time)
    .map(({ post }) => post);
}

export interface RenderPostsOptions extends Pick<ButtonOptions, 'undoForMs' | 'hasSlots' | 'clock'> {
  /** The card's review, if a rule asks for approval. */
  reviewOf(card: Card): Review | undefined;
  notAttachedOf(card: Card): NotAttached | undefined;
  /** The brand's pause, if it's paused. */
  paused: Paused | undefined;
  /** What the only reader can do; `undefined` if it's the same for everyone. */
  actsOf?: ((card: Card) => ReadonlySet<Permission>) | undefined;
  reader: Reader;
  listed: ListedAs;
  /** The list is updated once a post in it that is in progress is done. */
  isFollowed?: boolean | undefined;
  slash(name: string): string;
}

export function renderPosts(
  brand: { id: string; name: string },
  shown: Page<Card>,
  { reviewOf, notAttachedOf, paused, actsOf, listed, slash, ...row }: RenderPostsOptions,
): RenderedMessage {
  const how = actsOf ? '' : ` To create one, use \`${slash('post')}\` or \`${slash('ai-post')}\`.`;
  const title = `Posts for ${brand.name}`;
  return {
    text: `${escaped(title)}: ${count(shown.total, 'post')}`,
    blocks: [
      heading(title),
      asOfBlock(postsList, brand.id, shown, listed),
      ...(shown.total === 0 && listed.complete ? [section(`There are no posts yet.${how}`)] : []),
      ...(paused ? [pauseNotice(paused)] : []),
      ...shown.rows.flatMap((card, n) =>
        rowBlocks(card, {
          ...row,
          review: reviewOf(card),
          notAttached: notAttachedOf(card),
          paused: paused !== undefined,
          ...(actsOf && { permissions: actsOf(card) }),
          block_id: rowBlock({ list: postsList, page: shown.page, of: brand.id }, n),
        }),
      ),
      ...turnBlocks(postsList, brand.id, shown, listed),
    ],
  };
}

export type RowOptions = ButtonOptions &
  Pick<RenderPostsOptions, 'reader' | 'isFollowed'> & { block_id: string };

/** Whether the reader's own approval is about to publish the post, so that they can undo it. */
const canUndo = (card: Card, { user }: Reader, { now }: Clock): boolean =>
  card.state === 'approved' && Date.parse(card.publishAfter ?? '') > now && lastApproval(card)?.by === user;

/** A divider, the post, and its buttons. */
export function rowBlocks(
  card: Card,
  { reader, isFollowed, block_id, ...options }: RowOptions,
): KnownBlock[] {
  const link = linked(card, 'Open card', reader);
  const offersUndo = isFollowed && canUndo(card, reader, options.clock);
  const { emoji, text } = offersUndo ? stateLine(card, noteInList) : listedLine(card, link !== undefined);
  const { caption, mediaUrls } = card.content;
  const isCut = caption.length > captionShown || mediaUrls.length > 0;
  const shown = clip(oneLine(literal(wordsOf(card))), captionShown) || noCaption;
  const facts = compact([
    card.content.profiles.length > 0 && profileList(card),
    card.kind !== 'campaign' && hasNoProfiles(card) && 'No social profiles',
    mediaUrls.length > 0 && count(mediaUrls.length, 'file'),
    ...(isInReview(card) ? plannedFacts(card, options.clock.now) : []),
    ...approvalFacts(card, options.review),
    link,
  ]);
  const lines = compact([
    `${emoji} ${text}`,
    ...blockedLine(card, options.review),
    card.problem && `:warning: ${clipped(problemText(card.problem), 300)}`,
  ]);
  const buttons = isUnderWay(card) && !offersUndo ? [] : cardButtons(card, { ...options, isRow: true });
  return [
    divider,
    section(lines.join('\n'), isCut ? { accessory: showButton(card, seeAllAction, seeAllText) } : {}),
    verbatim(shown),
    ...(facts.length > 0 ? [contextLine(facts.join('  ·  '))] : []),
    ...buttons.map((row) => ({ ...row, block_id })),
  ];
}
