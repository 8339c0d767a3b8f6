/** The sweeper: queues everything that waits without a job, however its last one ended. */

import { z } from 'zod';
import {
  done,
  type Handler,
  handlerOf,
  type Job,
  type JobBasics,
  type Outcome,
  queues,
} from '#src/platform/queue/job.ts';
import { needsRendering, planPassesAt } from '#src/posts/card/attention.ts';
import type { Heartbeat } from './heartbeat.ts';
import { readBrandJob, renderCardJob } from './jobs.ts';
import type { Core } from './ports.ts';
import type { PostIndexStore } from './post-index/post-index-store.ts';
import { renderAgainJob } from './render-again.ts';
import type { Rerenders } from './rerenders.ts';

export const sweepJob: Job<Record<string, never>> = {
  name: 'sweep',
  queue: queues.sweep,
  payload: z.object({}),
  key: () => 'all',
};

/** With the delay below, what a crash left without a job waits for less than 20 seconds. */
export const sweepEveryMs = 10_000;

/** A card that changed less than this long ago is left alone, since its jobs are just being queued. */
const settledAfterMs = 5_000;

/** What looking through the cards of all workspaces takes. */
export interface SweepDeps extends JobBasics, Pick<Core, 'desk' | 'cards'> {
  postIndexStore: PostIndexStore;
  rerenders: Rerenders;
  heartbeat: Heartbeat;
  audit: { tend(workspace: string): Promise<void> };
}

/**
 * Queues what a feature has to do in a workspace. The jobs for what was written after `before` (epoch ms) are
 * being queued.
 */
export type Sweep<Of> = (deps: Of, workspace: string, before: number) => Promise<void>;

/** `features`: what each feature looks for, after the cards have their jobs. */
export function sweepHandler<Of>(deps: SweepDeps & Of, features: readonly Sweep<Of>[]): Handler {
  return handlerOf(sweepJob, () => runSweep(deps, features)).make({});
}

async function runSweep<Of>(deps: SweepDeps & Of, features: readonly Sweep<Of>[]): Promise<Outcome> {
  const workspaces = await deps.cards.workspaces();
  const failed: unknown[] = [];
  // what can't be read in one workspace must not stop the others
  for (const workspace of workspaces)
    await sweepOf(deps, features, workspace).catch((cause: unknown) => {
      deps.log.error({ err: cause, workspace }, "couldn't finish the sweep of a workspace");
      failed.push(cause);
    });
  if (failed.length > 0 && failed.length === workspaces.length) throw failed[0];
  await deps.heartbeat.finished(deps.now());
  return done;
}

async function sweepOf<Of>(
  deps: SweepDeps & Of,
  features: readonly Sweep<Of>[],
  workspace: string,
): Promise<void> {
  // its buttons offer a time that has passed
  for await (const card of deps.cards.waiting(workspace, deps.now() - settledAfterMs))
    if (!needsRendering(card) && (planPassesAt(card) ?? deps.now()) < deps.now()) {
      await deps.desk.transition(
        workspace,
        card.id,
        { type: 'rerender', expectedRevision: card.revision },
        card,
      );
      // it shows the buttons of its posts
      if (card.campaign) await deps.jobs.enqueue(renderCardJob, { workspace, card: card.campaign });
    } else await deps.desk.follow(card);
  const watched = await deps.cards.watchedBrands(workspace, deps.now());
  for (const brand of new Set([...watched, ...(await deps.postIndexStore.readers(workspace))]))
    await deps.jobs.enqueue(readBrandJob, { workspace, brand });
  for (const scope of (await deps.rerenders.due(workspace)).keys())
    await deps.jobs.enqueue(renderAgainJob, { workspace, scope });
  await deps.audit.tend(workspace);
  for (const sweep of features) await sweep(deps, workspace, deps.now() - settledAfterMs);
}
