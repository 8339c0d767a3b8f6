/** The round that forgets nothing: whatever waits without a job gets one, however its last one ended. */
import { z } from 'zod';
import type { SharedJobDeps } from '#src/job-deps.ts';
import { batchJob, pauseCheckJob, pauseJob } from '#src/jobs.ts';
import { notifyDue } from '#src/notifications/notify.ts';
import { statusJob } from '#src/notifications/status.ts';
import { isAtWork, looksNow, saysNow } from '#src/pause/pause.ts';
import { defineJob, done, type Handler, handle, type Outcome } from '#src/platform/queue/job.ts';
import { needsRendering, planPassesAt } from '#src/posts/card/attention.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { remindJob } from '#src/reminders/remind.ts';
import { readBrandJob } from './jobs.ts';
import { renderAgainJob } from './render-again.ts';

const payload = z.object({});
type Payload = Record<string, never>;

export const sweepJob = defineJob<Payload>({ name: 'sweep', lane: 'round', payload, key: () => 'all' });

/** With the pause below, what a crash left without a job waits for less than 20 seconds. */
export const sweepEveryMs = 10_000;

/** A card that moved just now has its jobs on the way. */
const settledAfterMs = 5_000;

export function sweepHandler(deps: SharedJobDeps): Handler {
  return handle(sweepJob, { run: () => runSweep(deps) });
}

async function runSweep(deps: SharedJobDeps): Promise<Outcome> {
  const workspaces = await deps.cards.workspaces();
  const failed: unknown[] = [];
  // what cannot be read in one workspace must not stop all others
  for (const workspace of workspaces)
    await sweepOf(deps, workspace).catch((cause: unknown) => {
      deps.log.error({ err: cause, workspace }, 'the round could not be finished in a workspace');
      failed.push(cause);
    });
  if (failed.length > 0 && failed.length === workspaces.length) throw failed[0];
  await deps.heartbeat.finished(deps.now());
  return done;
}

async function sweepOf(deps: SharedJobDeps, workspace: string): Promise<void> {
  // the buttons offer a time that has passed
  for await (const card of deps.cards.waiting(workspace, deps.now() - settledAfterMs))
    if (!needsRendering(card) && (planPassesAt(card) ?? deps.now()) < deps.now())
      await deps.desk.move(workspace, card.id, { type: 'redraw', of: card.moves }, card);
    else await deps.desk.follow(card);
  await notifyDue(deps, workspace, deps.now() - settledAfterMs);
  for (const channel of await deps.statuses.channels(workspace))
    await deps.jobs.enqueue(statusJob, { workspace, channel });
  const watched = await deps.cards.watchedBrands(workspace, deps.now());
  for (const brand of new Set([...watched, ...(await deps.postIndex.readers(workspace))]))
    await deps.jobs.enqueue(readBrandJob, { workspace, brand });
  for (const batch of await deps.batches.open(workspace))
    await deps.jobs.enqueue(batchJob, { workspace, batch });
  for (const scope of (await deps.rerenders.due(workspace)).keys())
    await deps.jobs.enqueue(renderAgainJob, { workspace, scope });
  await deps.audit.tend(workspace);
  if (await deps.reminders.isDue(workspace, deps.now())) await deps.jobs.enqueue(remindJob, { workspace });
  for (const freeze of await deps.pauses.all(workspace))
    if (saysNow(freeze, deps.now()) || looksNow(freeze, deps.now(), deps.freezeLookEveryMs))
      await deps.jobs.enqueue(isAtWork(freeze) ? pauseJob : pauseCheckJob, {
        workspace,
        scope: scopeOf(freeze.brand),
      });
}
