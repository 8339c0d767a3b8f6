/** Compares what the post index shows of a brand with what a freeze knows of its posts: what is on the schedule, and what became of what was. */

import type { JobDeps } from '#src/job-deps.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { isSettled } from '#src/posts/post-index/lag.ts';
import { isOpen, type Pause, type PausedPost, pausedPost } from './pause.ts';
import { noteOff } from './unschedule.ts';

/** So often in a row the service is asked to take a post off that it still shows as scheduled. */
const triesAtMost = 3;

/** After that, how long it is left alone. */
const triedAgainAfterMs = 30_000;

/** A brand, as the post index shows it to a freeze. */
interface Compared {
  workspace: string;
  pause: Pause;
  brand: Named;
  /** The posts that the freeze knows, by their ids. */
  known: ReadonlyMap<string, PausedPost>;
  posts: readonly Post[];
  /** They were read then or later (epoch ms). */
  readAt: number;
}

/** Notes what has to be taken off the schedule, and what became of the posts that the freeze knows, by what was read for this look. */
export async function compareBrand(deps: JobDeps, compared: Compared): Promise<void> {
  const { workspace, pause, brand, known, posts, readAt } = compared;
  const now = deps.now();
  for (const post of posts) {
    const before = known.get(post.id);
    const due = post.scheduledAt === undefined ? Number.NaN : Date.parse(post.scheduledAt);
    if (before) await comparePost(deps, workspace, pause, before, { post, readAt });
    else if (isOnSchedule(post, now)) await note(deps, workspace, pause, brand, post, 'waiting');
    // it went out before it could even be seen on the schedule
    else if (isOut(post) && due >= Date.parse(pause.at) && due <= now)
      await note(deps, workspace, pause, brand, post, 'faster');
  }
  const ids = new Set(posts.map(({ id }) => id));
  for (const before of known.values())
    if (!ids.has(before.id)) await comparePost(deps, workspace, pause, before, { post: undefined, readAt });
}

/**
 * Notes what was on the schedule by an older read, so that it needn't wait for the next one, which has the last word. Left out is
 * what may be out by now, or was changed here since `readAt` (epoch ms).
 */
export async function noteKnown(deps: JobDeps, compared: Compared): Promise<void> {
  const { workspace, pause, brand, known, posts, readAt } = compared;
  const now = deps.now();
  const isToCome = ({ scheduledAt }: Post): boolean => !scheduledAt || Date.parse(scheduledAt) > now;
  const found = posts.filter((post) => !known.has(post.id) && isOnSchedule(post, now) && isToCome(post));
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
  deps: JobDeps,
  workspace: string,
  pause: Pause,
  brand: Named,
  { id, caption, scheduledAt: was }: Post,
  state: PausedPost['state'],
): Promise<void> {
  const post = { ...pausedPost(pause, { id, brand, caption, ...(was && { was }) }), state };
  await deps.pauses.note(workspace, scopeOf(pause.brand), post);
}

/** `post`: `undefined` where no page of the listing has it. */
export async function comparePost(
  deps: JobDeps,
  workspace: string,
  pause: Pause,
  known: PausedPost,
  { post, readAt }: { post: Post | undefined; readAt: number },
): Promise<void> {
  const change = (to: Partial<PausedPost>): Promise<void> =>
    deps.pauses.note(workspace, scopeOf(pause.brand), { ...known, ...to });
  const { state, tries: attempts, was, triedAt = known.of } = known;
  // going out can't be undone, so it proves itself however old the read is
  if (post && isOut(post)) {
    if (isOpen(known) || state === 'stuck') await change({ state: 'faster' });
    return;
  }
  const isProof = isSettled(deps, triedAt, readAt);
  // what is open is asked for by its id all the same: a listing may lag behind what was scheduled just now
  if (!post) {
    if (state === 'stuck' && isProof) await change({ state: 'gone' });
    return;
  }
  // the read may be older than the last request
  if (known.triedAt !== undefined && Date.parse(triedAt) > readAt) return;
  const { status, scheduledAt } = post;
  if (isOnSchedule(post, deps.now())) {
    const time = scheduledAt && { was: scheduledAt };
    // the card, or an earlier look, may know it with another time
    if (isOpen(known)) return sameTime(was, scheduledAt) ? undefined : change({ ...time });
    // it was unscheduled a moment ago, and the listing lags
    if (state === 'off' && sameTime(was, scheduledAt) && !isProof) return;
    const left = attempts < triesAtMost || deps.now() - Date.parse(triedAt) >= triedAgainAfterMs;
    if (left) await change({ ...time, state: 'waiting' });
    else if (state !== 'stuck') await change({ ...time, state: 'stuck' });
  } else if (state === 'sending' || state === 'stuck') {
    if (status === 'failed') await change({ state: 'gone' });
    // the request had its effect and its answer was lost, or somebody took it off in the web app
    else await noteOff(deps, workspace, pause, known);
  }
}

const isOut = ({ status }: Post): boolean => status === 'published' || status === 'publishing';

/** A word that we do not know, and a time that is to come: rather one post too many is taken off than one too few. */
function isOnSchedule({ status, scheduledAt }: Post, now: number): boolean {
  if (status === 'scheduled') return true;
  const known = status !== 'unknown' && status !== 'pending approval';
  return !known && scheduledAt !== undefined && Date.parse(scheduledAt) > now;
}
