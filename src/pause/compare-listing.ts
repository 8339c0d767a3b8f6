/**
 * Compares a brand's post index with the posts that a pause knows: which are scheduled, and what happened to
 * those that were.
 */

import {
  isFinished,
  isOnSchedule,
  isOut,
  mayStillGoOut,
  type Post,
} from '#src/platform/publishing-api/post.ts';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { isSettled } from '#src/posts/post-index/lag.ts';
import type { Deps } from './deps.ts';
import { isOpen, type Pause, type PausedPost, pausedPost } from './pause.ts';
import { noteUnscheduled } from './unschedule.ts';

/** How often in a row the service is asked to unschedule a post that it still lists as scheduled. */
const maxAttempts = 3;

/** How long to wait before asking again after that. */
const triedAgainAfterMs = 30_000;

/** What the post index has of a brand, and what a pause knows of it. */
interface Compared {
  workspace: string;
  pause: Pause;
  brand: Named;
  /** The posts that the pause knows, by id. */
  known: ReadonlyMap<string, PausedPost>;
  posts: readonly Post[];
  /** When `posts` were read, or a little earlier (epoch ms). */
  readAt: number;
}

/**
 * Whether a read that began at `readAt` (epoch ms) is sure to show the effect of the last request to
 * unschedule the post. If that request wasn't answered, it may have been in progress for as long as a request
 * can take.
 */
export const isShownBy = (
  deps: Pick<Deps, 'settledAfterMs' | 'requestTimeoutMs'>,
  { state, triedAt, pausedAt }: PausedPost,
  readAt: number,
): boolean =>
  isSettled(deps, triedAt ?? pausedAt, state === 'unscheduled' ? readAt : readAt - deps.requestTimeoutMs);

/** Notes which posts have to be unscheduled, and what happened to the posts that the pause knows. */
export async function compareBrand(deps: Deps, compared: Compared): Promise<void> {
  const { workspace, pause, brand, known, posts, readAt } = compared;
  const now = deps.now();
  for (const post of posts) {
    const before = known.get(post.id);
    const due = post.scheduledAt === undefined ? Number.NaN : Date.parse(post.scheduledAt);
    if (before) await comparePost(deps, workspace, pause, before, { post, readAt });
    else if (isToUnschedule(post, now)) await note(deps, workspace, pause, brand, post, 'waiting');
    // the post was published before a listing could show it as scheduled
    else if (isOut(post) && due >= Date.parse(pause.at) && due <= now)
      await note(deps, workspace, pause, brand, post, 'published');
  }
  const ids = new Set(posts.map(({ id }) => id));
  for (const before of known.values())
    if (!ids.has(before.id)) await comparePost(deps, workspace, pause, before, { post: undefined, readAt });
}

/**
 * Notes posts that an older listing shows as scheduled, so that they don't wait for the next read, which
 * decides. Skips posts that may be published by now, or that were changed here since `readAt` (epoch ms).
 */
export async function noteKnown(deps: Deps, compared: Compared): Promise<void> {
  const { workspace, pause, brand, known, posts, readAt } = compared;
  const now = deps.now();
  const isToCome = ({ scheduledAt }: Post): boolean => !scheduledAt || Date.parse(scheduledAt) > now;
  const found = posts.filter((post) => !known.has(post.id) && isToUnschedule(post, now) && isToCome(post));
  if (found.length === 0) return;
  const isSince = (at: string | undefined): boolean => at !== undefined && Date.parse(at) >= readAt;
  const claims = await deps.cards.claims(
    workspace,
    found.map(({ id }) => id),
  );
  const cards = await deps.cards.getAll(workspace, [...claims.values()]);
  const scopes = [scopeOf(undefined), scopeOf(brand)];
  const earlier = await Promise.all(
    scopes.flatMap((scope) => [deps.pauses.posts(workspace, scope), deps.pauses.decided(workspace, scope)]),
  );
  const changed = new Set([
    ...cards.flatMap(({ postId, updatedAt }) => (postId && isSince(updatedAt) ? postId : [])),
    ...earlier.flat().flatMap(({ id, triedAt }) => (isSince(triedAt) ? id : [])),
  ]);
  for (const post of found)
    if (!changed.has(post.id)) await note(deps, workspace, pause, brand, post, 'waiting');
}

async function note(
  deps: Deps,
  workspace: string,
  pause: Pause,
  brand: Named,
  { id, caption, scheduledAt: scheduledFor }: Post,
  state: PausedPost['state'],
): Promise<void> {
  const post = { ...pausedPost(pause, { id, brand, caption, ...(scheduledFor && { scheduledFor }) }), state };
  await deps.pauses.note(workspace, scopeOf(pause.brand), post);
}

/** `post` is `undefined` if no page of the listing has it. */
export async function comparePost(
  deps: Deps,
  workspace: string,
  pause: Pause,
  known: PausedPost,
  { post, readAt }: { post: Post | undefined; readAt: number },
): Promise<void> {
  const change = (to: Partial<PausedPost>): Promise<void> =>
    deps.pauses.note(workspace, scopeOf(pause.brand), { ...known, ...to });
  const { state, attempts, scheduledFor, triedAt = known.pausedAt } = known;
  // publishing can't be undone, so an old read is proof enough
  if (post && isOut(post)) {
    if (isOpen(known) || state === 'stuck') await change({ state: 'published' });
    return;
  }
  const isVerified = isShownBy(deps, known, readAt);
  // the listing may lag behind for a post that was just scheduled, and the post of an open note is requested
  // by its id anyway
  if (!post) {
    if (state === 'stuck' && isVerified) await change({ state: 'gone' });
    return;
  }
  // the listing may have been read before the last request to unschedule
  if (known.triedAt !== undefined && Date.parse(triedAt) > readAt) return;
  const { scheduledAt } = post;
  if (isToUnschedule(post, deps.now())) {
    const time = scheduledAt && { scheduledFor: scheduledAt };
    // the card, or an earlier check, may have noted another time
    if (isOpen(known)) return sameTime(scheduledFor, scheduledAt) ? undefined : change({ ...time });
    // the post was just unscheduled, and the listing lags behind
    if (state === 'unscheduled' && sameTime(scheduledFor, scheduledAt) && !isVerified) return;
    const left = attempts < maxAttempts || deps.now() - Date.parse(triedAt) >= triedAgainAfterMs;
    if (left) await change({ ...time, state: 'waiting' });
    else if (state !== 'stuck') await change({ ...time, state: 'stuck' });
  } else if (state === 'sending' || state === 'stuck') {
    if (isFinished(post)) await change({ state: 'gone' });
    // the request worked but its answer was lost, or someone unscheduled the post in the web app
    else await noteUnscheduled(deps, workspace, pause, known);
  }
}

/**
 * Treats an unknown status with a future time as scheduled: unscheduling one post too many is better than one
 * too few.
 */
function isToUnschedule(post: Post, now: number): boolean {
  return isOnSchedule(post) || mayStillGoOut(post, now);
}
