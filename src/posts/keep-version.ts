/** After people kept or published a version of an AI post: discards the others, also those that were still being written or changed. */
import type { JobDeps } from '#src/job-deps.ts';
import { again, done, type Handler, handle, type Outcome } from '#src/platform/queue/job.ts';
import type { Card, State } from '#src/posts/card/card.ts';
import { refusalOf } from '#src/posts/card/transitions.ts';
import { openedAt, otherVersions } from '#src/posts/card/versions.ts';
import { cardJob, type OfCard } from '#src/posts/card-job.ts';
import { pauseAt } from '#src/posts/post-index/check-plan.ts';

/** `card`: of the first version, or of a rewrite that was published. */
export const keepVersionJob = cardJob('keep-version', 'work');

export function keepVersionHandler(deps: JobDeps): Handler {
  return handle(keepVersionJob, { run: (payload) => runKeep(deps, payload) });
}

async function runKeep(deps: JobDeps, { workspace, card: id }: OfCard): Promise<Outcome> {
  const first = await deps.desk.get(workspace, id);
  const { keptVersion: version, keptAt: at, discards } = first ?? {};
  if (!first || !version || !at || !discards) return done;
  const { by } = discards;
  // a rewrite was published: the first version's card has the others
  if (first.rewriteOf) {
    await deps.desk.move(workspace, first.rewriteOf, { type: 'keep', by, version, opened: at });
    await deps.desk.move(workspace, id, { type: 'end_discards', chosenAt: at });
    return done;
  }
  const kept = await deps.desk.get(workspace, version);
  // its button goes; the first version's card has the note already
  if (kept && kept.keptVersion !== version)
    await deps.desk.move(workspace, version, { type: 'keep', by, version, opened: openedAt(kept) }, kept);
  const isPublished = kept?.state === 'published';
  let isLeft = false;
  for (const other of await deps.cards.getAll(workspace, otherVersions(first, version)))
    if (await discard(deps, other, { by, at, replacedBy: version, isPublished })) isLeft = true;
  if (isLeft) return again(pauseAt(deps.now() - Date.parse(at), deps.checkEveryMs));
  await deps.desk.move(workspace, id, { type: 'end_discards', chosenAt: at });
  return done;
}

const underWay: ReadonlySet<State> = new Set(['queued', 'creating', 'generating', 'approved', 'publishing']);

/** A version on the service's schedule is unscheduled first. Returns whether something is left to do for it. */
async function discard(
  deps: JobDeps,
  card: Card,
  {
    by,
    at,
    replacedBy,
    isPublished,
  }: { by: string | undefined; at: string; replacedBy: string; isPublished: boolean },
): Promise<boolean> {
  const { id, workspace, problem } = card;
  if (card.pending || underWay.has(card.state)) return true;
  const isScheduled = card.state === 'scheduled';
  // only a person who chose between the versions meant to unschedule this one, too
  const unscheduledBy = isPublished ? undefined : by;
  const isReopened = openedAt(card) > at;
  if (refusalOf(card, { type: 'change' }) || isReopened || (isScheduled && !unscheduledBy)) {
    if (isPublished && !card.publishedVersion)
      await deps.desk.move(workspace, id, { type: 'close_choice', version: replacedBy });
    return false;
  }
  if (!isScheduled || !unscheduledBy) {
    const reject = { type: 'reject', by, replacedBy, isPublished } as const;
    const moved = await deps.desk.move(workspace, id, reject, card);
    return moved !== undefined && 'refused' in moved;
  }
  // the service refused that, and its card and a notification have said so
  if (problem?.step === 'update' && problem.at >= at) return false;
  const pending = { what: 'unschedule', change: { scheduledAt: null }, replacedBy } as const;
  await deps.desk.move(workspace, id, { type: 'change', by: unscheduledBy, pending }, card);
  return true;
}
