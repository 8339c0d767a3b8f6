/**
 * Carries out what someone decided about several posts, one after the other, and reports until all have
 * settled.
 */

import { createHash } from 'node:crypto';
import { isoNow } from '#src/platform/iso-now.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { again, done, handlerOf, type Outcome, type Retriable } from '#src/platform/queue/job.ts';
import { roleIn, roleSeen } from '#src/platform/slack/role.ts';
import type { TransitionResult } from '#src/posts/card/apply-transition.ts';
import { aboutCard } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { type Denied, denied } from '#src/posts/card/rule.ts';
import { notifyJob } from '#src/posts/jobs.ts';
import type { Core, JobDeps } from '#src/posts/ports.ts';
import { checkDelayMs } from '#src/posts/post-index/check-plan.ts';
import { failureOf } from '#src/posts/problem-of.ts';
import type { Sweep } from '#src/posts/sweeper.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import { batchWhy, renderBatch } from '#views/campaigns/batch-report.ts';
import {
  type Batch,
  type BatchItem,
  type BatchProblem,
  type BatchRefused,
  type BatchReportContext,
  choosesTime,
  type Decision,
  decisionOf,
  isDecisionSettled,
  isMade,
  permissionOfDecision,
  previewDecision,
  transitionOf,
} from './batch.ts';
import type { Batches } from './batch-store.ts';
import { type BatchPayload, batchJob } from './jobs.ts';

interface Deps extends JobDeps, Pick<Core, 'approversReader'> {
  batches: Batches;
  pauses: {
    of(workspace: string, brand: string): Promise<Paused | undefined>;
    stops(workspace: string, brand: string, requestedAt: string): Promise<boolean>;
  };
  slots: {
    clashes(cards: readonly Card[]): Promise<PlannedPost[][]>;
    takeNext<T>(
      workspace: string,
      brand: Named,
      write: (at: string) => Promise<T | 'slot_taken'>,
    ): Promise<T | undefined>;
  };
  teamSettings: TeamSettings;
  undoForMs: number;
  checkEveryMs: number;
  watchEveryMs: number;
  watchForMs: number;
}

export const batchHandler = handlerOf(batchJob, runBatch, giveUp);

/** Queues every batch whose posts or report aren't finished. */
export const sweepBatches: Sweep<Pick<Deps, 'batches' | 'jobs'>> = async ({ batches, jobs }, workspace) => {
  for (const batch of await batches.open(workspace)) await jobs.enqueue(batchJob, { workspace, batch });
};

/**
 * Notes a failure for the posts that weren't decided yet. The next run reports that, and follows the others
 * until they settle.
 */
async function giveUp(deps: Deps, { workspace, batch: id }: BatchPayload, cause: Error): Promise<void> {
  const batch = await deps.batches.get(workspace, id);
  if (!batch) return;
  if (batch.items.every(({ result }) => result)) {
    // only the report failed: the sweeper retries it, unless every attempt would end the same way
    if ((cause as Retriable).retry === false) await deps.batches.close(workspace, id);
    return;
  }
  const ids = batch.items.map(({ card }) => card);
  const posts = new Map((await deps.cards.getAll(workspace, ids)).map((card) => [card.id, card]));
  const failed = refusedFor({ code: 'job_failed', failure: failureOf(cause) });
  const items = batch.items.map((item) => {
    const card = posts.get(item.card);
    // the transition may have been made without being noted
    const ended = card && isMade(card, batch) ? { made: true as const } : failed;
    return { ...item, result: item.result ?? ended };
  });
  await deps.batches.save({ ...batch, items });
  await deps.jobs.enqueue(batchJob, { workspace, batch: id });
}

async function runBatch(deps: Deps, { workspace, batch: id }: BatchPayload): Promise<Outcome> {
  let batch = await deps.batches.get(workspace, id);
  if (!batch) {
    await deps.batches.close(workspace, id);
    return done;
  }
  for (const [i, item] of batch.items.entries()) {
    if (item.result) continue;
    const result = await decide(deps, batch, item);
    if (result === 'later') return again(deps.checkEveryMs);
    await deps.failpoint('batch post decided');
    batch = { ...batch, items: batch.items.with(i, { ...item, result }) };
    await deps.batches.save(batch);
    await deps.failpoint('batch post noted');
  }
  if (!(await report(deps, batch))) {
    await deps.batches.close(workspace, id);
    await deps.jobs.enqueue(notifyJob, { workspace, root: batch.campaign });
    return done;
  }
  const ageMs = deps.now() - Date.parse(batch.at);
  // at first, someone is looking at the report and may press its button
  return again(ageMs > deps.watchForMs ? checkDelayMs(ageMs, deps.watchEveryMs) : deps.watchEveryMs);
}

/** Why nothing was done with a post. `refused` is only there for earlier releases. */
const refusedFor = (problem: BatchProblem) => ({ refused: '', problem });

/** `later`: Slack can't say right now whether they're allowed to, and the decision is recent. */
async function decide(
  deps: Deps,
  batch: Batch,
  item: BatchItem,
): Promise<NonNullable<BatchItem['result']> | 'later'> {
  const { workspace, by } = batch;
  const decision = decisionOf(batch, item);
  const card = await deps.desk.get(workspace, item.card);
  // a post without a decision was left out, and has its result
  if (!card || !decision) return refusedFor({ code: 'card_expired' });
  // an undo in the meantime isn't overruled by a second run
  if (isMade(card, batch)) return { made: true };
  const [approvers, paused, stopped] = await Promise.all([
    deps.approversReader.of(workspace, card.brand.id),
    deps.pauses.of(workspace, card.brand.id),
    deps.pauses.stops(workspace, card.brand.id, batch.at),
  ]);
  const currentRole = roleSeen(await deps.users.roleOf(by), batch.of, workspace);
  const role = roleIn(currentRole, (await deps.teamSettings.brand(workspace, card.brand.id)).guests);
  const may = { approvers, role, by };
  const why = denied({ ...may, permission: permissionOfDecision[decision.what] }, card);
  const refused = (text: string) => ({ refused: text });
  if (why && passes.has(why.why) && deps.now() - Date.parse(batch.at) < waitsForSlackMs) return 'later';
  if (why) {
    const note = permissionOfDecision[decision.what];
    await deps.audit.add(workspace, {
      by,
      what: 'refused',
      ...aboutCard(card),
      via: 'submission',
      result: why.why,
      note,
    });
    return refused(batchWhy(why, card.brand.name));
  }
  // what a pause stops is refused below, with the reason, as long as the pause lasts
  if (stopped && !paused && !sendsNothing.has(decision.what)) return refusedFor({ code: 'paused_since' });
  const approves = !denied({ ...may, permission: 'approve' }, card);
  const who = { by, approvers, approves, paused, undoForMs: deps.undoForMs, batch: batch.id };
  const at = isoNow(deps);
  if (choosesTime(decision) && item.to !== undefined && Date.parse(item.to) <= deps.now())
    return refused(batchWhy({ why: 'new_time_passed' }, card.brand.name));
  const preview = previewDecision(card, decision, item, who, at);
  if ('refused' in preview && endsHere.has(preview.refused.why))
    return refused(batchWhy(preview.refused, card.brand.name));
  const write = (to: string | undefined): Promise<TransitionResult | undefined> => {
    const transition = {
      ...transitionOf(decision, { ...item, to }, who, at),
      expectedRevision: card.revision,
    };
    return deps.desk.transition(workspace, card.id, transition, card);
  };
  const written =
    decision.what === 'queue' ? await inNextSlot(deps, card, write) : { result: await write(item.to) };
  if (!written) return refused(batchWhy({ why: 'no_free_slot' }, card.brand.name));
  const { result } = written;
  if (result && 'card' in result) return { made: true };
  const now = await deps.desk.get(workspace, card.id);
  // the post has changed since it was read: check the outcome first
  if (now && now.revision !== card.revision) return decide(deps, batch, item);
  return result ? refused(batchWhy(result.refused, card.brand.name)) : decide(deps, batch, item);
}

/** `undefined` if no slot is open. */
function inNextSlot(
  { slots }: Deps,
  { workspace, brand }: Card,
  write: (to: string) => Promise<TransitionResult | undefined>,
): Promise<{ result: TransitionResult | undefined } | undefined> {
  return slots.takeNext(workspace, brand, async (to) => {
    const result = await write(to);
    return result && 'refused' in result && result.refused.why === 'slot_taken' ? 'slot_taken' : { result };
  });
}

/** Decisions that a pause doesn't stop. */
const sendsNothing = new Set<Decision['what']>(['reject', 'request_changes']);

/** The transition wouldn't be refused, but it wouldn't do what the person confirmed. */
const endsHere = new Set<BatchRefused['why']>(['time_passed', 'already_scheduled', 'not_alone']);

/** Reasons for a denial that may pass a moment later. */
const passes = new Set<Denied['why']>(['unknown', 'group_unavailable']);

/** How long to wait until Slack can say who they are. After that, they're asked to try again. */
const waitsForSlackMs = 60_000;

/**
 * Updates the report if it would show something else by now, and returns whether a post is still in progress.
 * A direct message can't be searched for, so if it was sent and not noted, it's sent again: no card shows the
 * refusals.
 */
async function report(deps: Deps, batch: Batch): Promise<boolean> {
  const { workspace, items, message } = batch;
  const posts = await deps.cards.getAll(
    workspace,
    items.map(({ card }) => card),
  );
  const byId = new Map(posts.map((card) => [card.id, card]));
  const shows = signature(items, byId);
  if (message?.shows !== shows) {
    const [one] = posts;
    const approvers = one && (await deps.approversReader.of(workspace, one.brand.id));
    const clashes = await clashesIn(deps, batch, byId);
    const rendered = renderBatch(batch, posts, { approvers, clashes, slackUrl: await deps.slackUrl() });
    const isThere = message && (await deps.notifier.replace(message, rendered));
    const place = isThere ? message : await deps.notifier.post({ channel: batch.by }, rendered);
    // Slack accepts no message to this person, for example because they left the workspace
    if (!place) {
      deps.log.warn({ batch: batch.id, by: batch.by }, "couldn't send a report; Slack refuses the person");
      return false;
    }
    if (!message) await deps.failpoint('batch report sent');
    await deps.batches.save({ ...batch, message: { ...place, shows } });
  }
  return items.some((item) => !isDecisionSettled(item, byId.get(item.card)));
}

/**
 * What is close to the posts' new times. Only for the next open slots: if the person chose the time, the
 * confirmation has shown that.
 */
async function clashesIn(
  { slots }: Deps,
  batch: Batch,
  posts: ReadonlyMap<string, Card>,
): Promise<BatchReportContext['clashes']> {
  const retimed = batch.items.flatMap((item) => {
    const isQueued = decisionOf(batch, item)?.what === 'queue' && isMadeOf(item);
    const card = isQueued ? posts.get(item.card) : undefined;
    return card ?? [];
  });
  const clashes = await slots.clashes(retimed);
  return new Map(retimed.map(({ id }, i) => [id, clashes[i] ?? []]));
}

const isMadeOf = ({ result }: BatchItem): boolean => result !== undefined && 'made' in result;

function signature(items: readonly BatchItem[], posts: ReadonlyMap<string, Card>): string {
  const seen = items.map(({ card, result }) => [
    card,
    result,
    posts.get(card)?.revision,
    posts.get(card)?.message,
  ]);
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 16);
}
