/**
 * Decides about a post that is on the service's schedule although nobody here scheduled it with this content.
 */

import { again, done, type HandlerOf, handlerOf, type Outcome, queues } from '#src/platform/queue/job.ts';
import { workOf } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { isSameFailure, type Problem } from '#src/posts/card/problem.ts';
import { checkApprovals } from '#src/posts/operations/guards.ts';
import { waitForGroups } from '#src/posts/operations/wait-for-groups.ts';
import { type CardPayload, cardJob } from './card-job.ts';
import type { Deps as OperationDeps } from './operations/deps.ts';
import { endedProcess, failureOf, problemAt } from './problem-of.ts';

export const outsideChangeJob = cardJob('hold', queues.actions);

/** After the service refused to unschedule it. */
const onceMoreAfterMs = 60_000;

type Deps = Pick<OperationDeps, 'desk' | 'approversReader' | 'now' | 'checkEveryMs'>;

/** Unschedules the post if the feature doesn't allow it on the schedule; `undefined` if it does. */
type Unschedule<Of> = (deps: Of, card: Card) => Promise<Outcome | undefined>;

/** `unschedule`: of the feature that can keep a post off the schedule, besides the rule. */
export const outsideChangeHandler = <Of>(unschedule: Unschedule<Of>): HandlerOf<Deps & Of> =>
  handlerOf(
    outsideChangeJob,
    (deps: Deps & Of, payload) => runOutsideChange(deps, unschedule, payload),
    giveUp,
  );

/**
 * The post may still be published, and the card says so. The next sweep tries again, unless this error would
 * end its process, too.
 */
async function giveUp(deps: Deps, { workspace, card: id }: CardPayload, cause: Error): Promise<void> {
  const card = await deps.desk.get(workspace, id);
  if (!card || workOf(card) !== 'check_schedule') return;
  const retrying = !endedProcess(cause);
  const failure = failureOf(cause);
  const shown = stillScheduled(card);
  // the card already says so
  if (shown && shown.retrying === retrying && isSameFailure(shown.failure, failure)) return;
  const problem = problemAt('update', { code: 'still_scheduled', failure, retrying }, deps.now());
  // if nobody tries again, the transition notifies people
  await deps.desk.transition(workspace, id, { type: 'warn', problem, expectedRevision: card.revision });
}

/** What the card says about a post that couldn't be unscheduled. */
function stillScheduled({ problem }: Card): Extract<Problem, { code: 'still_scheduled' }> | undefined {
  return problem?.code === 'still_scheduled' ? problem : undefined;
}

async function runOutsideChange<Of>(
  deps: Deps & Of,
  unschedule: Unschedule<Of>,
  { workspace, card: id }: CardPayload,
): Promise<Outcome> {
  const card = await deps.desk.get(workspace, id);
  // after a refusal for good, nothing is tried until someone decides about the post
  if (!card || workOf(card) !== 'check_schedule' || stillScheduled(card)?.retrying === false) return done;
  const approvers = await deps.approversReader.of(workspace, card.brand.id);
  const outcome = await unschedule(deps, card);
  if (outcome) return outcome;
  const expectedRevision = card.revision;
  const verdict = checkApprovals(card, approvers?.rule.scheduled ? approvers : undefined);
  if (verdict.kind === 'allow') {
    const clearsProblem = stillScheduled(card)?.retrying === true;
    await deps.desk.transition(workspace, id, { type: 'allow_schedule', clearsProblem, expectedRevision });
    return done;
  }
  if (verdict.kind === 'wait' && mayStillWait(deps, card)) return waitForGroups(deps, card, verdict.groups);
  const { problem } = card;
  if (problem?.step === 'update') {
    const wait = Date.parse(problem.at) + onceMoreAfterMs - deps.now();
    if (wait > 0) return again(wait);
  }
  await deps.desk.transition(workspace, id, { type: 'withhold', expectedRevision });
  return done;
}

/** How long before its time a post is unscheduled that nobody could compare with its rule. */
const unscheduledBeforeMs = 2 * 60_000;

function mayStillWait({ now }: Deps, { content: { scheduledAt } }: Card): boolean {
  return scheduledAt !== undefined && Date.parse(scheduledAt) - now() > unscheduledBeforeMs;
}
