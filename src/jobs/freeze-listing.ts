/** Compares what the post index shows of a brand with what a freeze knows of its posts: what is on the schedule, and what became of what was. */
import { type Freeze, type FrozenPost, frozenPost, isOpen, scopeOf } from '#src/cards/freeze.ts';
import type { Post } from '#src/cards/post.ts';
import { sameTime } from '#src/cards/post-time.ts';
import type { Named } from '#src/cards/request.ts';
import type { JobDeps } from './deps.ts';
import { isListedSince } from './listing-lag.ts';
import { noteOff } from './take-off.ts';

/** So often in a row the service is asked to take a post off that it still shows as scheduled. */
const triesAtMost = 3;

/** After that, how long it is left alone. */
const triedAgainAfterMs = 30_000;

/** What the service showed of a brand. */
export interface ShownBrand {
  brand: Named;
  posts: readonly Post[];
  /** Every read of these posts began then or later (epoch ms). */
  readAt: number;
  /** All of them were read for this look: what isn't among them isn't listed. */
  complete: boolean;
}

/** Notes what has to be taken off the schedule, and what became of the posts that the freeze knows. `known`: those, by their ids. */
export async function compareBrand(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  known: ReadonlyMap<string, FrozenPost>,
  { brand, posts, readAt, complete }: ShownBrand,
): Promise<void> {
  for (const post of posts) {
    const before = known.get(post.id);
    if (before) await comparePost(deps, workspace, freeze, before, { post, readAt });
    else await noteNew(deps, workspace, freeze, brand, { post, isFresh: complete });
  }
  if (!complete) return;
  const listed = new Set(posts.map(({ id }) => id));
  for (const before of known.values())
    if (before.brand.id === brand.id && !listed.has(before.id))
      await comparePost(deps, workspace, freeze, before, { post: undefined, readAt });
}

/** `isFresh`: the read was made for this look; an older one can't tell whether a post whose time has passed went out since. */
async function noteNew(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  brand: Named,
  { post, isFresh }: { post: Post; isFresh: boolean },
): Promise<void> {
  const { id, status, caption, scheduledAt: was } = post;
  const now = deps.now();
  const due = was === undefined ? Number.NaN : Date.parse(was);
  const note = (state: FrozenPost['state']): Promise<void> =>
    deps.freezes.note(workspace, scopeOf(freeze.brand), {
      ...frozenPost(freeze, { id, brand, caption, ...(was && { was }) }),
      state,
    });
  if (isOnSchedule(post, now)) {
    if (isFresh || !(due <= now)) await note('waiting');
  }
  // it went out before it could even be seen on the schedule
  else if (isOut(status) && due >= Date.parse(freeze.at) && due <= now) await note('faster');
}

/** `post`: `undefined` where no page of the listing has it. */
export async function comparePost(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  known: FrozenPost,
  { post, readAt }: { post: Post | undefined; readAt: number },
): Promise<void> {
  const note = (change: Partial<FrozenPost>): Promise<void> =>
    deps.freezes.note(workspace, scopeOf(freeze.brand), { ...known, ...change });
  const { state, tries, was, triedAt = known.of } = known;
  // going out can't be undone, so it proves itself however old the read is
  if (post && isOut(post.status)) {
    if (isOpen(known) || state === 'stuck') await note({ state: 'faster' });
    return;
  }
  const sinceLag = isListedSince(triedAt, { now: () => readAt, watchEveryMs: deps.watchEveryMs });
  // what is open is asked for by its id all the same: a listing may lag behind what was scheduled just now
  if (!post) {
    if (state === 'stuck' && sinceLag) await note({ state: 'gone' });
    return;
  }
  // the read may be older than the last request
  if (known.triedAt !== undefined && Date.parse(triedAt) > readAt) return;
  const { status, scheduledAt } = post;
  if (isOnSchedule(post, deps.now())) {
    const time = scheduledAt && { was: scheduledAt };
    // the card, or an earlier look, may know it with another time
    if (isOpen(known)) return sameTime(was, scheduledAt) ? undefined : note({ ...time });
    // it was unscheduled a moment ago, and the listing lags
    if (state === 'off' && sameTime(was, scheduledAt) && !sinceLag) return;
    const left = tries < triesAtMost || deps.now() - Date.parse(triedAt) >= triedAgainAfterMs;
    if (left) await note({ ...time, state: 'waiting' });
    else if (state !== 'stuck') await note({ ...time, state: 'stuck' });
  } else if (state === 'sending' || state === 'stuck') {
    if (status === 'failed') await note({ state: 'gone' });
    // the request had its effect and its answer was lost, or somebody took it off in the web app
    else await noteOff(deps, workspace, freeze, known);
  }
}

const isOut = (status: Post['status']): boolean => status === 'published' || status === 'publishing';

/** A word that we do not know, and a time that is to come: rather one post too many is taken off than one too few. */
function isOnSchedule({ status, scheduledAt }: Post, now: number): boolean {
  if (status === 'scheduled') return true;
  const known = status !== 'unknown' && status !== 'pending approval';
  return !known && scheduledAt !== undefined && Date.parse(scheduledAt) > now;
}
