/**
 * Carries out an execution of a step, and reports its result to Slack. What is known is stored, so after a
 * crash the sweep runs this again.
 */

import { again, done, handlerOf, type Jobs, type Outcome } from '#src/platform/queue/job.ts';
import { unlessRefused } from '#src/platform/slack/render-failed.ts';
import { waitsSince } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { isInReview } from '#src/posts/card/state.ts';
import type { Sweep } from '#src/posts/sweeper.ts';
import { failureOfStep, outputsOf, waitsForPause } from '#views/steps/results.ts';
import { stepErrors } from '#views/steps/wrong-inputs.ts';
import type { Deps } from './deps.ts';
import { findPost } from './find-post.ts';
import { readInputs } from './inputs.ts';
import { stepJob } from './jobs.ts';
import { prepare } from './prepare.ts';
import { cardIdOf, creates, type Execution, type StepResult, verdictOf } from './step.ts';
import type { StepStore } from './step-store.ts';

/** How soon to try again while the service or Slack can't say whether a post can be created. */
const unsureMs = 15_000;
/** How long to try that. After this, the person who ran the workflow should know. */
const unsureForMs = 10 * 60_000;

/** How long reporting the result to Slack is retried. */
const reportForMs = 86_400_000;

/** How soon to look again for the message of a new card. */
const messageMs = 500;

/** A card that was posted more recently than this has asked its approvers itself. */
const requestedLatelyMs = 10 * 60_000;

const nextStep = again(1);

export const stepHandler = handlerOf(
  stepJob,
  (deps: Deps, { workspace, execution }) =>
    deps.steps ? runStep(deps, deps.steps, workspace, execution) : Promise.resolve(done),
  async (deps: Deps, { workspace, execution }) => {
    if (deps.steps) await giveUp(deps, deps.steps, workspace, execution);
  },
);

/**
 * Fails the execution, since the workflow would wait forever otherwise. A result that Slack hasn't accepted
 * yet is reported again by the sweep.
 */
async function giveUp(deps: Deps, steps: StepStore, workspace: string, id: string): Promise<void> {
  const execution = await steps.get(workspace, id);
  if (!execution || execution.result) return;
  const card = execution.card === undefined ? undefined : await deps.desk.get(workspace, execution.card);
  const isMade = card !== undefined || execution.recorded === true || !creates(execution.step);
  const error = isMade ? stepErrors.lostTrack : stepErrors.notCreated;
  await decide({ deps, steps, workspace, execution }, { error });
  await deps.jobs.enqueue(stepJob, { workspace, execution: id });
}

/** Queues every execution that has something to do, for example because an event got lost. */
export const sweepSteps: Sweep<Pick<Deps, 'steps' | 'cards' | 'jobs' | 'now'>> = async (
  { steps, cards, jobs, now },
  workspace,
) => {
  const open = (await steps?.open(workspace)) ?? [];
  if (open.length === 0) return;
  const known = new Map(
    (await cards.getAll(workspace, [...new Set(open.flatMap(({ card }) => card ?? []))])).map((card) => [
      card.id,
      card,
    ]),
  );
  for (const execution of open) {
    const { id, card, result, step } = execution;
    const found = card === undefined ? undefined : known.get(card);
    const isWaiting = found && verdictOf(step, found, now()) === 'wait';
    if (result || !isWaiting || needsRequest(execution, found))
      await jobs.enqueue(stepJob, { workspace, execution: id });
  }
};

const needsRequest = ({ step, asked = false }: Execution, card: Card): boolean =>
  step === 'request_approval' && !asked && isInReview(card);

/** Subscribes the steps to the events of cards. */
export const followSteps =
  (steps: StepStore, jobs: Jobs) =>
  async ({ workspace, id }: Card): Promise<void> => {
    for (const execution of await steps.waitingFor(workspace, id))
      await jobs.enqueue(stepJob, { workspace, execution }, { soon: true });
  };

/** An execution, and what is needed to carry it out. */
interface Run {
  deps: Deps;
  steps: StepStore;
  workspace: string;
  execution: Execution;
}

async function runStep(deps: Deps, steps: StepStore, workspace: string, id: string): Promise<Outcome> {
  const execution = await steps.get(workspace, id);
  if (!execution) return done;
  const run = { deps, steps, workspace, execution };
  if (execution.result) return report(run, execution.result);
  const { card: cardId, step, recorded = false } = execution;
  const card = cardId === undefined ? undefined : await deps.desk.get(workspace, cardId);
  if (card) return goOn(run, card);
  if (creates(step) && !recorded) return create(run);
  if (cardId !== undefined) return decide(run, { error: stepErrors.postGone });
  const found = await findPost(deps, workspace, execution);
  if ('wrong' in found) return decide(run, { error: found.wrong });
  if ('unsure' in found) return waitFor(run, found.unsure);
  await steps.put(workspace, { ...execution, card: found.card.id });
  return nextStep;
}

/** Stores the result before it's reported to Slack. */
async function decide({ deps, steps, workspace, execution }: Run, result: StepResult): Promise<Outcome> {
  await steps.put(workspace, { ...execution, result, decidedAt: new Date(deps.now()).toISOString() });
  await deps.failpoint('step decided');
  return nextStep;
}

/** Tries again for a while. `why`: what the workflow is told if that doesn't help. */
async function waitFor(run: Run, why: string): Promise<Outcome> {
  const since = run.deps.now() - Date.parse(run.execution.receivedAt);
  return since < unsureForMs ? again(unsureMs) : decide(run, { error: why });
}

async function goOn(run: Run, card: Card): Promise<Outcome> {
  const { deps, steps, workspace, execution } = run;
  const { step } = execution;
  if (creates(step) && !execution.recorded) await steps.put(workspace, { ...execution, recorded: true });
  // people kept another version of the post, so approvers are asked about that one
  else if (!creates(step) && card.replacedBy !== undefined) {
    await steps.put(workspace, { ...execution, card: card.replacedBy, asked: false }, { before: card.id });
    return nextStep;
  }
  const verdict = verdictOf(step, card, deps.now());
  if (verdict === 'soon') return again(messageMs);
  const paused = await deps.pauses.of(workspace, card.brand.id);
  // nobody can approve anything during a pause, so approvers are asked once publishing resumes
  if (verdict === 'wait' && !paused && needsRequest(execution, card)) return ask(run, card);
  const slackUrl = await deps.slackUrl();
  if (verdict === 'wait') {
    if (paused) await tellPause(run, card, { slackUrl, paused });
    return done;
  }
  if (verdict === 'failed') return decide(run, { error: failureOfStep(step, card, slackUrl) });
  const { rule } = await deps.brandConfigs.read(workspace, card.brand.id);
  const refused = rule?.attachedOnly ? notAttached(card, deps.postFiles) : undefined;
  const [clashes = []] = creates(step) ? await deps.slots.clashes([card]) : [];
  const outputs = outputsOf(step, card, { slackUrl, paused, refused, clashes });
  return decide(run, { outputs: declared(execution, outputs) });
}

/** Outputs that earlier releases don't have in their manifest. */
const laterOutputs = new Set(['paused', 'warnings']);

/**
 * The outputs that the installed manifest has. An execution that an earlier release stored doesn't say which.
 */
function declared({ outputs }: Execution, all: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => outputs?.includes(name) ?? !laterOutputs.has(name)),
  );
}

/**
 * Tells the requester, once for each pause, that the workflow waits for its end. The step continues even if
 * Slack refuses the message.
 */
async function tellPause(
  { deps, steps, workspace, execution }: Run,
  card: Card,
  { slackUrl, paused }: { slackUrl: string; paused: Paused },
): Promise<void> {
  const { id, step, inputs, pauseTold } = execution;
  if (creates(step) || !isInReview(card) || paused.at === pauseTold) return;
  // *Wait until published* has no requester of its own
  const user = step === 'request_approval' ? readInputs(inputs).requester : card.author;
  await deps.personNotifier
    .direct(user, { text: waitsForPause(step, card, { slackUrl, paused }) })
    .catch((cause: unknown) =>
      deps.log.warn({ err: cause, execution: id }, "couldn't tell anyone that a step is waiting"),
    );
  await steps.put(workspace, { ...execution, pauseTold: paused.at });
}

/**
 * Asks the approvers, unless the card has just done that and there's nothing to add. After a crash, they may
 * be asked twice rather than never.
 */
async function ask({ deps, steps, workspace, execution }: Run, card: Card): Promise<Outcome> {
  const { requester: by, message } = readInputs(execution.inputs);
  const requestedAt = Math.max(waitsSince(card), Number(card.message?.ts ?? 0) * 1_000);
  await deps.failpoint('step requesting');
  if (message !== '' || deps.now() - requestedAt > requestedLatelyMs) {
    const anyone = (await deps.brandConfigs.read(workspace, card.brand.id)).rule === undefined;
    const about = { by, note: message, anyone };
    const result = await deps.desk.transition(workspace, card.id, { type: 'request_approval', ...about });
    // the card has changed since it was read, so decide again what that means for the step
    if (!result || 'refused' in result) return nextStep;
  }
  await deps.failpoint('step requested');
  await steps.put(workspace, { ...execution, asked: true });
  return nextStep;
}

async function create(run: Run): Promise<Outcome> {
  const { deps, steps, workspace, execution } = run;
  const prepared = await prepare(deps, workspace, execution);
  if ('wrong' in prepared) return decide(run, { error: prepared.wrong });
  if ('unsure' in prepared) return waitFor(run, prepared.unsure);
  const { request, requester: author, channel, brandConfig } = prepared;
  const origin = { workspace, author, channel };
  const recorded = await deps.desk.record(cardIdOf(execution), origin, request, brandConfig);
  // the rule or the settings have changed since they were read
  if (typeof recorded === 'string') return nextStep;
  await deps.failpoint('step recorded');
  await steps.put(workspace, { ...execution, recorded: true });
  await deps.desk.follow(recorded.card);
  return done;
}

/** Reports the result to Slack, and only then forgets the execution. */
async function report({ deps, steps, workspace, execution }: Run, result: StepResult): Promise<Outcome> {
  const { id, step, decidedAt = execution.receivedAt } = execution;
  const over = (err?: unknown): void =>
    deps.log.warn({ err, execution: id, step }, 'a workflow no longer waits for its step');
  if (deps.now() - Date.parse(decidedAt) > reportForMs) over();
  else
    await unlessRefused(
      () =>
        'outputs' in result
          ? deps.slackCalls.completeStep(id, result.outputs)
          : deps.slackCalls.failStep(id, result.error),
      over,
    );
  await deps.failpoint('step reported');
  await steps.end(workspace, execution);
  return done;
}
