/**
 * The posts that wait for a decision after a pause. The pause noted them, and the listing and their cards
 * tell which were decided about elsewhere.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps, ListInvocation } from '#commands/kit/command.ts';
import { shownOrLater, wakeFor } from '#commands/posts/listed-posts.ts';
import { isShownBy } from '#src/pause/compare-listing.ts';
import { isLeftScheduled, isListedAsBefore, type PausedPost } from '#src/pause/pause.ts';
import { byPostTime, sameTime } from '#src/platform/publishing-api/post-time.ts';
import { isUndecided } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { type Page, pageOf } from '#views/kit/paged.ts';
import { type ResumeRow, resumeList, resumeOnPage } from '#views/pause/resume.ts';
import { queueReportUpdate } from './resume-decisions.ts';

export interface RequestedPage {
  scope: string;
  page: number;
  /** Posts are read as of then (epoch ms); absent: as of now. */
  since?: number | undefined;
}

interface PostsToDecide {
  /** All that wait, on any page. */
  waiting: PausedPost[];
  shown: Page<ResumeRow>;
}

/**
 * Posts of the page that were decided about elsewhere are left out. Throws the `Refusal` that says why the
 * posts can't be read.
 */
export async function postsToDecide(
  invocation: ListInvocation,
  deps: Deps,
  requested: RequestedPage,
): Promise<PostsToDecide> {
  const { scope } = requested;
  const posts = (await deps.pauses.posts(deps.workspace, scope))
    .filter(needsDecision)
    // posts that will be published unless someone stops them come first
    .sort((a, b) => Number(isOff(a)) - Number(isOff(b)) || byPostTime(a.scheduledFor, b.scheduledFor));
  const shown = pageOf(posts, requested.page, resumeOnPage);
  const read = { ...requested, page: shown.page };
  const { cardsByPost, pending } = await readListed(invocation, deps, shown.rows, read);
  const rows: ResumeRow[] = [];
  for (const post of shown.rows) {
    const listed = cardsByPost.get(post.id);
    // while its post is being read, the card alone proves nothing
    if (pending.has(post.id)) rows.push({ post, card: listed?.card, isPending: true });
    // a single listing can lag behind, so a post counts as gone only if the pause didn't find it either
    else if (!listed && post.state !== 'gone') rows.push({ post, card: undefined });
    else if (listed && (isBehind(deps, post, listed) || !isDecided(listed.card, post)))
      rows.push({ post: await settled(deps, scope, post, listed), card: listed.card });
  }
  const open = new Set(rows.map(({ post }) => post.id));
  const decided = shown.rows.filter(({ id }) => !open.has(id));
  for (const post of decided) await deps.pauses.replace(deps.workspace, scope, post);
  if (decided.length > 0) await queueReportUpdate(deps, deps.workspace, scope);
  if (rows.length === 0 && decided.length < posts.length) return postsToDecide(invocation, deps, requested);
  return {
    waiting: posts.filter((post) => !decided.includes(post)),
    shown: { ...shown, rows, total: shown.total - decided.length },
  };
}

/** Published posts need none. If the pause got no answer, or didn't find a post, the listing decides. */
const needsDecision = ({ state }: PausedPost): boolean => state !== 'published';
export const isOff = ({ state }: PausedPost): boolean => state === 'unscheduled';

interface ListedCard {
  card: Card;
  /** When the read that shows the post was requested (epoch ms); absent if the service doesn't list it. */
  listedAt?: number;
}

interface Listed {
  /**
   * By post id: their cards, or the ones that they would get. Without posts that have no card and aren't
   * listed.
   */
  cardsByPost: Map<string, ListedCard>;
  /** Posts that are still being read. The list is updated after that. */
  pending: ReadonlySet<string>;
}

/** How long a person waits for the result of a few reads. */
const readsWithinMs = 1_000;

/** Throws the `Refusal` that says why the posts can't be read. */
async function readListed(
  invocation: ListInvocation,
  deps: Deps,
  posts: readonly PausedPost[],
  { scope, page, since: requestedSince }: RequestedPage,
): Promise<Listed> {
  const { workspace, by, channel } = invocation;
  const now = deps.now();
  const since = requestedSince ?? now;
  const known = await deps.desk.known(workspace, posts);
  const cardsByPost = new Map<string, ListedCard>(
    known.flatMap((card) => (card.postId ? [[card.postId, { card }] as const] : [])),
  );
  let pending = posts;
  for (let waitMs = 50; ; waitMs *= 1.5) {
    const isLast = deps.now() + waitMs - now > readsWithinMs;
    const wake = isLast ? wakeFor(invocation, { list: resumeList, of: scope, page }, now) : undefined;
    const left: PausedPost[] = [];
    for (const post of pending) {
      const { id, brand, triedAt } = post;
      const asOf = Math.max(since, triedAt === undefined ? 0 : Date.parse(triedAt));
      const shown = await shownOrLater(() => deps.index.post({ workspace, brand, postId: id }, asOf, wake));
      if (!shown) left.push(post);
      if (!shown?.post) continue;
      const { post: listed, readAt: listedAt } = shown;
      const origin = { workspace, author: by, channel };
      const [card] = await deps.desk.cardsOf(origin, brand, [listed], listedAt);
      if (card) cardsByPost.set(id, { card, listedAt });
    }
    pending = left;
    if (pending.length === 0 || isLast) break;
    await sleep(waitMs);
  }
  return { cardsByPost, pending: new Set(pending.map(({ id }) => id)) };
}

/**
 * Whether the post was just unscheduled, and the listing lags behind: its old time there doesn't mean that
 * someone decided.
 */
const isBehind = (deps: Deps, post: PausedPost, { card, listedAt = 0 }: ListedCard): boolean =>
  isListedAsBefore(card, post) && !isShownBy(deps, post, listedAt);

/**
 * If the service lists the post as scheduled long after a request to unschedule it wasn't answered, the
 * request had no effect.
 */
async function settled(
  deps: Deps,
  scope: string,
  post: PausedPost,
  { card, listedAt = 0 }: ListedCard,
): Promise<PausedPost> {
  if (post.state !== 'sending' || !isShownBy(deps, post, listedAt) || !isLeftScheduled(card, post))
    return post;
  const stuck = { ...post, state: 'stuck' as const };
  return (await deps.pauses.replace(deps.workspace, scope, post, stuck)) ? stuck : post;
}

/**
 * Whether someone decided about the post: it has or gets another time, isn't a draft anymore, or was
 * rejected.
 */
function isDecided(card: Card, post: PausedPost): boolean {
  if (isOff(post) && card.pending?.what === 'schedule') return true;
  if (card.pending || isLeftScheduled(card, post)) return false;
  // the pause couldn't unschedule the post, so someone else did
  if (post.state === 'stuck') return true;
  // a card without history isn't stored, and has the time from the last pause
  const isRetimed =
    card.history.length > 0 &&
    card.requestedTime !== undefined &&
    !sameTime(card.requestedTime, post.scheduledFor);
  return isRetimed || !isUndecided(card);
}

/**
 * How many of the brand's posts wait in the list for all brands, after a pause of all of them, without being
 * in the brand's own list. `own`: those that are.
 */
export async function waitingInAll(deps: Deps, brand: string, own: readonly PausedPost[]): Promise<number> {
  const listed = new Set(own.map(({ id }) => id));
  const pausedPosts = await deps.pauses.posts(deps.workspace, scopeOf(undefined));
  const posts = pausedPosts.filter(
    (post) => post.brand.id === brand && post.state === 'unscheduled' && !listed.has(post.id),
  );
  const known = await deps.desk.known(deps.workspace, posts);
  const decided = new Set(known.filter((card) => !isUndecided(card)).map(({ postId }) => postId));
  return posts.filter(({ id }) => !decided.has(id)).length;
}
