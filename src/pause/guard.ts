/** What pausing plugs into the core. */

import { isoNow } from '#src/platform/iso-now.ts';
import type { Jobs } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import type { Guard } from '#src/posts/operations/guards.ts';
import { pauseJob } from './jobs.ts';
import { checkStart } from './pause.ts';
import type { Pauses } from './pause-store.ts';

/**
 * Nothing is published or scheduled during a pause. That includes everything requested before the pause
 * ended: people have to decide about it again.
 */
export const createPauseGuard = (pauses: Pick<Pauses, 'stops'>): Guard => ({
  reads: ['pauses', 'pauseEnds'],
  async check({ workspace, brand }, requestedAt) {
    const isStopped = await pauses.stops(workspace, brand.id, requestedAt);
    return isStopped ? { kind: 'deny', why: 'paused' } : { kind: 'allow' };
  },
});

interface FollowDeps {
  pauses: Pick<Pauses, 'of' | 'amend'>;
  jobs: Jobs;
  now(): number;
}

/**
 * Subscribes pauses to the events of cards. If a request that was sent before the pause may have scheduled a
 * post, the schedule is checked right away, because the post's time can come before the next check.
 */
export const followPauses =
  ({ pauses, jobs, now }: FollowDeps) =>
  async ({ workspace, brand, problem }: Card): Promise<void> => {
    if (problem?.code !== 'paused_while_scheduling') return;
    const pause = await pauses.of(workspace, brand.id);
    if (!pause || checkStart(pause) >= Date.parse(problem.at)) return;
    const requested = { checksRequested: pause.checksRequested + 1, checkStartedAt: isoNow({ now }) };
    if (await pauses.amend(workspace, pause, requested))
      await jobs.enqueue(pauseJob, { workspace, scope: scopeOf(pause.brand) });
  };
