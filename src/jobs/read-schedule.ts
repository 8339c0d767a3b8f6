/** Reads a brand's listing for a freeze: what is on the schedule, and what became of what was. */
import { type Freeze, type FrozenPost, scopeOf } from '#src/cards/freeze.ts';
import type { Post } from '#src/cards/post.ts';
import type { Named } from '#src/cards/request.ts';
import type { JobDeps } from './deps.ts';
import { noteOff } from './take-off.ts';

/** Nobody knows yet whether it is off the schedule. */
export const isOpen = ({ state }: FrozenPost): boolean => state === 'waiting' || state === 'sending';

/** So often the service is asked to take a post off that it still shows as scheduled. */
const triesAtMost = 3;

/** Page by page, so that what a page shows is remembered when a later one cannot be read. */
export async function readSchedule(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  brand: Named,
): Promise<void> {
  const scope = scopeOf(freeze.brand);
  const known = new Map(
    (await deps.freezes.posts(workspace, scope))
      .filter((post) => post.brand.id === brand.id)
      .map((post) => [post.id, post]),
  );
  const unseen = new Map(known);
  await deps.service.posts(brand.id, { priority: 'work', begun: true }, async (page) => {
    for (const post of page) {
      unseen.delete(post.id);
      await seen(deps, workspace, freeze, brand, post, known.get(post.id));
    }
    return false;
  });
  for (const post of unseen.values())
    if (isOpen(post)) await deps.freezes.note(workspace, scope, { ...post, state: 'gone' });
}

async function seen(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  brand: Named,
  post: Post,
  known: FrozenPost | undefined,
): Promise<void> {
  const scope = scopeOf(freeze.brand);
  const { id, status, caption, scheduledAt } = post;
  const note = (state: FrozenPost['state']): Promise<void> =>
    deps.freezes.note(workspace, scope, {
      ...{ id, brand, caption: caption.slice(0, 200).toWellFormed(), tries: 0 },
      ...known,
      ...(status === 'scheduled' && scheduledAt && { was: scheduledAt }),
      state,
    });
  const out = status === 'published' || status === 'publishing';
  if (status === 'scheduled') {
    if (known?.state === 'sending' || known?.state === 'waiting') return;
    await note((known?.tries ?? 0) < triesAtMost ? 'waiting' : 'stuck');
  } else if (!known) {
    // it went out before it could even be seen on the schedule
    const due = scheduledAt === undefined ? Number.NaN : Date.parse(scheduledAt);
    if (out && due >= Date.parse(freeze.at) && due <= deps.now()) await note('faster');
  } else if (isOpen(known) || known.state === 'stuck') {
    if (out) await note('faster');
    else if (status === 'failed') await note('gone');
    // the request had its effect and its answer was lost, or somebody took it off in the web app
    else await noteOff(deps, workspace, freeze, known);
  }
}
