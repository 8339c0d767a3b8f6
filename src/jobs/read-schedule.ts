/** Reads a brand's listing for a freeze: what is on the schedule, and what became of what was. */
import { type Freeze, type FrozenPost, frozenPost, isOpen, scopeOf } from '#src/cards/freeze.ts';
import type { Post } from '#src/cards/post.ts';
import { sameTime } from '#src/cards/post-time.ts';
import type { Named } from '#src/cards/request.ts';
import { isListedSince } from '#src/posts/lag.ts';
import { noteOff, takeOff } from '#src/posts/unschedule.ts';
import { patiently } from '#src/service/patiently.ts';
import type { Priority } from '#src/service/service.ts';
import type { JobDeps } from './deps.ts';

/** So often in a row the service is asked to take a post off that it still shows as scheduled. */
const triesAtMost = 3;

/** After that, how long it is left alone. */
const triedAgainAfterMs = 30_000;

/** What goes out so soon does not wait for the pages behind it, nor for the other brands. */
const urgentMs = 600_000;

/** Page by page, so that what a page shows is remembered when a later one cannot be read. Answers how much was urgent. */
export async function readSchedule(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  brand: Named,
  priority: Priority,
): Promise<number> {
  const scope = scopeOf(freeze.brand);
  const known = new Map(
    (await deps.freezes.posts(workspace, scope))
      .filter((post) => post.brand.id === brand.id && post.of === freeze.at)
      .map((post) => [post.id, post]),
  );
  const unseen = new Map(known);
  let urgent = 0;
  const take = async (page: Post[]): Promise<boolean> => {
    for (const post of page) {
      unseen.delete(post.id);
      const left = await seen(deps, workspace, freeze, brand, post, known.get(post.id));
      const isUrgent = left?.was !== undefined && Date.parse(left.was) - deps.now() < urgentMs;
      if (!left || !isUrgent) continue;
      urgent += 1;
      // what fails here is tried again in its turn
      await takeOff(deps, workspace, freeze, left);
    }
    return false;
  };
  await patiently(() => deps.service.posts(brand.id, { priority }, take));
  // what is open is asked for by its id all the same: a list may lag behind what was scheduled just now
  for (const post of unseen.values())
    if (post.state === 'stuck' && isListedSince(post.triedAt ?? freeze.at, deps))
      await deps.freezes.note(workspace, scope, { ...post, state: 'gone' });
  return urgent;
}

/** Answers the post when it is to be taken off the schedule. */
async function seen(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  brand: Named,
  post: Post,
  known: FrozenPost | undefined,
): Promise<FrozenPost | undefined> {
  const { id, status, caption, scheduledAt } = post;
  const now = deps.now();
  async function note(state: FrozenPost['state']): Promise<FrozenPost> {
    const was = scheduledAt && { was: scheduledAt };
    const next = { ...(known ?? frozenPost(freeze, { id, brand, caption, ...was })), ...was, state };
    await deps.freezes.note(workspace, scopeOf(freeze.brand), next);
    return next;
  }
  const out = status === 'published' || status === 'publishing';
  if (isOnSchedule(post, now)) {
    // the card, or an earlier look, may know it with another time
    if (known && isOpen(known)) return sameTime(known.was, scheduledAt) ? known : note(known.state);
    if (known && isListedAsBefore(known, post, deps)) return undefined;
    const lastTry = known?.triedAt === undefined ? 0 : Date.parse(known.triedAt);
    if ((known?.tries ?? 0) < triesAtMost || now - lastTry >= triedAgainAfterMs) return note('waiting');
    if (known?.state !== 'stuck') await note('stuck');
  } else if (!known) {
    // it went out before it could even be seen on the schedule
    const due = scheduledAt === undefined ? Number.NaN : Date.parse(scheduledAt);
    if (out && due >= Date.parse(freeze.at) && due <= now) await note('faster');
  } else if (isOpen(known) || known.state === 'stuck') {
    if (out) await note('faster');
    // the list may be behind: what the service was not asked about it is asked to take off
    else if (known.state === 'waiting') return undefined;
    else if (status === 'failed') await note('gone');
    // the request had its effect and its answer was lost, or somebody took it off in the web app
    else await noteOff(deps, workspace, freeze, known);
  }
  return undefined;
}

/** The service took it off a moment ago, and its list doesn't show that yet. */
const isListedAsBefore = (known: FrozenPost, { scheduledAt }: Post, deps: JobDeps): boolean =>
  known.state === 'off' &&
  sameTime(known.was, scheduledAt) &&
  !isListedSince(known.triedAt ?? known.of, deps);

/** A word that we do not know, and a time that is to come: rather one post too many is taken off than one too few. */
function isOnSchedule({ status, scheduledAt }: Post, now: number): boolean {
  if (status === 'scheduled') return true;
  const known = status !== 'unknown' && status !== 'pending approval';
  return !known && scheduledAt !== undefined && Date.parse(scheduledAt) > now;
}
