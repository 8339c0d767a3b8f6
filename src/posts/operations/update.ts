/**
 * Sends a change that a person or a rule requested to the service: `PATCH`. It sets values, so it can be sent
 * again until the service answers. Reads from top to bottom: what happened before, prepare, guards last,
 * send, reconcile.
 */

import { isoNow } from '#src/platform/iso-now.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { isPublished, type Post } from '#src/platform/publishing-api/post.ts';
import type { PostChange } from '#src/platform/publishing-api/service.ts';
import { again, done, handlerOf, type Outcome, queues, wakeOf } from '#src/platform/queue/job.ts';
import { unattachedAfter } from '#src/posts/card/attached-only.ts';
import type { Card, Change, Pending } from '#src/posts/card/card.ts';
import { changed, isSame, isShown, repeatable } from '#src/posts/card/change.ts';
import { chosenInChange, type Lists } from '#src/posts/card/chosen.ts';
import { contentHash } from '#src/posts/card/content.ts';
import type { NotAttached } from '#src/posts/card/file-checks.ts';
import { differs } from '#src/posts/card/new-card.ts';
import type { Problem, ProblemCode } from '#src/posts/card/problem.ts';
import type { CurrentApprovers } from '#src/posts/card/rule.ts';
import { addressesNow, contentShown, lostFiles, mediaAfterCheck } from '#src/posts/card/same-content.ts';
import { cardJob } from '#src/posts/card-job.ts';
import { awaitsListing, nextReadSince, reconcile, sharedAsOf } from '#src/posts/post-index/lag.ts';
import { endedProcess, failureOf, problemAt } from '#src/posts/problem-of.ts';
import { checkChoices } from './check-choices.ts';
import type { Deps } from './deps.ts';
import { checkApprovals, checkGuards, type Verdict } from './guards.ts';
import type { LedgerEntry } from './ledger.ts';
import {
  beginOperation,
  changedDelayMs,
  earlierOperation,
  endOperation,
  foundEntry,
  verificationOf,
} from './operation.ts';
import { type FilesVerdict, verifyFiles, voidApprovals } from './verify-files.ts';
import { waitForGroups } from './wait-for-groups.ts';

export const updateJob = cardJob('update', queues.actions);

/** The pending change of a failed run: when the run is given up, the card may have another one. */
const about = new WeakMap<Error, Pending>();

export const updateHandler = handlerOf(
  updateJob,
  async (deps: Deps, { workspace, card: id }) => {
    const card = await deps.desk.get(workspace, id);
    if (!card?.pending || !card.postId) return done;
    const { pending, postId } = card;
    return update(deps, { card, pending, postId }).catch((cause: unknown) => {
      if (cause instanceof Error) about.set(cause, pending);
      throw cause;
    });
  },
  async (deps: Deps, { workspace, card: id }, cause) => {
    const card = await deps.desk.get(workspace, id);
    const pending = about.get(cause) ?? card?.pending;
    if (card && pending) await giveUp(deps, card, pending, cause);
  },
);

interface SentRequest {
  card: Card;
  pending: Pending;
  postId: string;
}

async function update(deps: Deps, { card, pending, postId }: SentRequest): Promise<Outcome> {
  const { change } = pending;

  // What happened before: a process can have died between the answer and the transition of the card.
  const known = await earlierOperation(deps, { id: operationId(card, pending), card });
  if (isTaken(pending, known)) return confirm(deps, card, pending);
  const first = await guard(deps, card, pending, known);
  const isPaused = first.kind === 'deny' && first.why === 'paused';
  if (pending.inDoubt && !isPaused) return conclude(deps, card, pending);

  // Prepare: what costs no request first. An earlier request was compared with what was approved.
  if (first.kind !== 'allow') return waitOrStop(deps, card, pending, { verdict: first, known });
  const approvedFiles = known ? undefined : first.approvers;
  const files = await verifyFiles(deps, card, approvedFiles);
  if (files.kind !== 'ok') return withholdScheduleForFiles(deps, card, pending, files);
  const shown = first.approvers ? await asShown(deps, card, pending) : { card };
  if ('missing' in shown) return notListed(deps, { card, pending, readAt: shown.missing, known });
  const compared = checkApprovals(after(shown.card, change), first.approvers);
  if (compared.kind !== 'allow') return waitOrStop(deps, card, pending, { verdict: compared, known });
  const copies = await verifyFiles(deps, card, approvedFiles, shown.card);
  if (copies.kind !== 'ok') return withholdScheduleForFiles(deps, card, pending, copies);
  const chosen = chosenInChange(change, card.content);
  const by = pending.by ?? card.author;
  const checked = known ? { lists: {} } : await checkChoices(deps, card, { chosen, by, note: 'touch' });
  if ('reason' in checked) {
    await fail(deps, card, pending, problemAt('update', checked.reason, deps.now()));
    return done;
  }
  // Sending it again only sets what it may have added before.
  const repeated = known ? repeatable(card.content, change) : change;
  const { sending, lost } = await withAddressesNow(deps, card, pending, repeated);
  if (lost.length > 0 && !known) {
    const reason = { code: 'files_withheld', why: 'files_expired', files: lost, lost: true } as const;
    await fail(deps, card, pending, problemAt('update', reason, deps.now()));
    return done;
  }
  await deps.failpoint('change allowed');

  // Guards last: anything may have changed during the wait for the quota. The ledger refuses what changes
  // from here on.
  await deps.quota.acquire('operation', { who: operationId(card, pending) });
  const verdict = await guard(deps, shown.card, pending, known);
  if (verdict.kind !== 'allow') return waitOrStop(deps, card, pending, { verdict, known });
  const operation = { id: operationId(card, pending), card: shown.card };
  const noted = await beginOperation(deps, operation, { guarded: verdict.revision, known });
  if (!noted) return again(changedDelayMs);

  // Send.
  const { scheduledAt } = change;
  const answer = { change: { ...(scheduledAt !== undefined && { scheduledAt }) } };
  const sent = deps.service.updatePost(postId, changeOf(sending), { acquired: true }).then(() => answer);
  await endOperation(deps, operation, noted, sent, { repeats: true, known });
  return confirm(deps, card, pending, checked.lists);
}

/**
 * The change with the addresses at which the files that it sets can be fetched now, which a rewrite takes from
 * another version. `lost`: the numbers of those that nobody can fetch anymore.
 */
async function withAddressesNow(
  deps: Deps,
  card: Card,
  { ofRewrite }: Pending,
  change: Change,
): Promise<{ sending: Change; lost: number[] }> {
  const { media } = change;
  if (media?.how !== 'replace') return { sending: change, lost: [] };
  const versions = ofRewrite ? await deps.desk.otherVersions(card) : [];
  const now = addressesNow([card, ...versions], deps.postFiles);
  return {
    sending: { ...change, media: { how: 'replace', urls: media.urls.map((url) => now(url) ?? url) } },
    lost: lostFiles(media.urls.map(now)),
  };
}

/**
 * Its note stays as long as the service may have received a request that isn't confirmed. A refused request
 * removes its note, and a change that is confirmed or given up is never sent again.
 */
const operationId = (card: Card, { at }: Pending): string => `update.${card.id}.${at}`;

/** Whether the service accepted exactly this change. A rule may have removed something from it since. */
function isTaken({ at, change }: Pending, known: LedgerEntry | undefined): boolean {
  const taken = known?.answer?.change;
  return taken !== undefined && isSame({ at, change }, { at, change: taken });
}

/**
 * `revision`: the ledger's, from before the rule and the guards were asked. `approvers`: whose approval the
 * time needs.
 */
type Guarded = { revision: string; approvers: CurrentApprovers | undefined } & (
  | Verdict
  | { kind: 'deny'; why: 'too_late' }
  | { kind: 'deny'; why: 'not_attached'; files: NotAttached }
);

type Withholding = Exclude<Guarded | Verdict, { kind: 'allow' }>;

/**
 * Whether the change can be sent now. Guards, rules and the clock only affect its time, and a rule for
 * attached files only also the files of a scheduled post. `known`: an earlier request was sent, so it was
 * allowed.
 */
async function guard(
  deps: Deps,
  card: Card,
  pending: Pending,
  known: LedgerEntry | undefined,
): Promise<Guarded> {
  const { workspace, brand } = card;
  const { scheduledAt } = pending.change;
  const revision = await deps.ledger.revision(workspace, brand.id);
  const unattached = known ? undefined : unattachedAfter(card, pending.change, deps.postFiles);
  if (!scheduledAt && !unattached) return { revision, approvers: undefined, kind: 'allow' };
  const under = await deps.approversReader.of(workspace, brand.id);
  const files = under?.rule.attachedOnly ? unattached : undefined;
  const denied = files && ({ kind: 'deny', why: 'not_attached', files } as const);
  if (!scheduledAt) return { revision, approvers: undefined, ...(denied ?? { kind: 'allow' }) };
  const approvers = under?.rule.scheduled ? under : undefined;
  const byGuards = await checkGuards(deps, card, pending.at);
  if (byGuards.kind !== 'allow') return { revision, approvers, ...byGuards };
  if (Date.parse(scheduledAt) <= deps.now()) return { revision, approvers, kind: 'deny', why: 'too_late' };
  return { revision, approvers, ...(denied ?? checkApprovals(after(card, pending.change), approvers)) };
}

/** The card with the change, scheduled for its time: that's what its approvals are for. */
const after = (card: Card, change: Change): Card => ({
  ...card,
  content: changed(card.content, change),
  requestedTime: undefined,
});

/** `known`: the note of an earlier request for the same change that the service may have received. */
async function waitOrStop(
  deps: Deps,
  card: Card,
  pending: Pending,
  { verdict, known }: { verdict: Withholding; known: LedgerEntry | undefined },
): Promise<Outcome> {
  if (verdict.kind === 'wait') return waitForGroups(deps, card, verdict.groups);
  if (verdict.why === 'paused') return paused(deps, card, pending, known);
  if (verdict.why === 'not_attached' && pending.change.scheduledAt)
    return withholdScheduleForFiles(deps, card, pending, { kind: 'wrong', ...verdict.files });
  if (verdict.why === 'not_attached')
    await fail(
      deps,
      card,
      pending,
      problemAt('update', { code: 'files_withheld', ...verdict.files }, deps.now()),
    );
  else if (verdict.why === 'too_late' && known) await doubt(deps, card, pending, { kind: 'time_passed' });
  else if (verdict.why === 'too_late')
    await fail(deps, card, pending, problemAt('update', { code: 'update_too_late' }, deps.now()));
  else await withholdSchedule(deps, card, pending, 'not_approved');
  return done;
}

/** The change isn't sent. The card says why, and people decide again. */
async function withholdSchedule(
  deps: Deps,
  { workspace, id }: Card,
  pending: Pending,
  why: 'not_listed' | 'not_approved',
): Promise<void> {
  const problem = problemAt('update', { code: 'schedule_withheld', why }, deps.now());
  await deps.desk.transition(workspace, id, { type: 'withhold', problem, pending });
}

/** Files other than the approved ones clear the approvals, and the time waits for new ones. */
async function withholdScheduleForFiles(
  deps: Deps,
  card: Card,
  pending: Pending,
  verdict: Exclude<FilesVerdict, { kind: 'ok' }>,
): Promise<Outcome> {
  if (verdict.kind === 'again') return verdict;
  const { why, files } = verdict;
  await voidApprovals(deps, card, verdict);
  const problem = problemAt('update', { code: 'schedule_withheld', why, files }, deps.now());
  await deps.desk.transition(card.workspace, card.id, { type: 'withhold', problem, pending });
  return done;
}

/** A post that isn't listed can't be compared with what was approved. */
async function notListed(
  deps: Deps,
  {
    card,
    pending,
    readAt,
    known,
  }: Omit<SentRequest, 'postId'> & { readAt: number; known: LedgerEntry | undefined },
): Promise<Outcome> {
  const waits = await awaitsListing(deps, card, readAt);
  if (waits) return waits;
  if (known) await doubt(deps, card, pending, { kind: 'not_listed' });
  else await withholdSchedule(deps, card, pending, 'not_listed');
  return done;
}

/**
 * The card with what was changed in the service's web app. `missing`: a read that began at this time (epoch
 * ms) didn't list the post.
 */
async function asShown(
  deps: Deps,
  card: Card,
  pending: Pending,
): Promise<{ card: Card } | { missing: number }> {
  const { workspace, id, revision: expectedRevision, missingSince } = card;
  const newer = missingSince ? nextReadSince(deps, missingSince).asOf : 0;
  const asOf = Math.max(sharedAsOf(deps, Date.parse(pending.at)), newer);
  const { post, readAt } = await deps.index.post(card, asOf, wakeOf(updateJob, { workspace, card: id }));
  if (!post) return { missing: readAt };
  const same = contentHash({ ...card, content: contentShown(card, post) }) === contentHash(card);
  if (same && missingSince === undefined)
    return { card: { ...card, ...mediaAfterCheck(card, post, isoNow(deps)) } };
  const shown = await deps.desk.transition(workspace, id, { type: 'observe', post, expectedRevision });
  if (shown && 'card' in shown) return { card: shown.card };
  const current = await deps.desk.get(workspace, id);
  return current ? asShown(deps, current, pending) : { card };
}

/** The service accepted it, so the card gets it. `lists`: where what was chosen was found. */
async function confirm(deps: Deps, card: Card, pending: Pending, lists?: Lists): Promise<Outcome> {
  const { workspace, id } = card;
  const paused = await deps.pauses.of(workspace, card.brand.id);
  const result = await deps.desk.transition(workspace, id, { type: 'update', pending, paused, lists });
  if (result && 'card' in result) await deps.ledger.forget(workspace, operationId(card, pending));
  return done;
}

/**
 * A request that was sent before the pause may have worked: a post that it scheduled is found and
 * unscheduled.
 */
async function paused(
  deps: Deps,
  card: Card,
  pending: Pending,
  sent: LedgerEntry | undefined,
): Promise<Outcome> {
  if (sent && !(await deps.pauses.of(card.workspace, card.brand.id))) {
    if (pending.inDoubt) return conclude(deps, card, pending);
    await doubt(deps, card, pending, { kind: 'resumed' });
    return done;
  }
  const reason: ProblemCode = sent
    ? { code: 'paused_while_scheduling' }
    : { code: 'schedule_withheld', why: 'paused' };
  await fail(deps, card, pending, problemAt('update', reason, deps.now()));
  return done;
}

/** Reconciles a change that was given up; nothing is sent from here on. */
async function conclude(deps: Deps, card: Card, pending: Pending): Promise<Outcome> {
  const operation = { id: operationId(card, pending), card };
  const sent = await deps.ledger.read(card.workspace, operation.id);
  const requestedAt = Date.parse(pending.at);
  const verification = sent ? verificationOf(deps, sent) : { from: requestedAt, settledAt: requestedAt };
  const isTakenIn = (post: Post): boolean => isShown(card, pending.change, post);
  // What is published doesn't change anymore.
  const shows = (post: Post): boolean => isTakenIn(post) || isPublished(post);
  try {
    const { post } = await reconcile(deps, card, { verification, job: updateJob, shows });
    if (!post || !isTakenIn(post)) return await giveBack(deps, card, pending, post);
    const result = await deps.desk.transition(card.workspace, card.id, { type: 'update', pending });
    if (!result || 'refused' in result) return done;
    await deps.ledger.forget(card.workspace, operation.id, foundEntry(deps, operation));
    // It may be published by now.
    await observe(deps, result.card, post);
    return done;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    // While the listing can't be read, the outcome stays unknown. That may pass, or a person fixes the API
    // key.
    const agoMs = deps.now() - Date.parse(sent?.sentAt ?? pending.at);
    if (agoMs <= deps.watchForMs || cause.retry || cause.kind === 'key') {
      const delayMs = Math.min(Math.max(deps.checkEveryMs, agoMs / 10), longestUnreadDelayMs);
      return again(Math.max(delayMs, cause.retryAfterMs ?? 0));
    }
    await end(deps, card, pending, 'unread');
    return done;
  }
}

const longestUnreadDelayMs = 60_000;

/**
 * Ends the change, whose outcome is known now: the card shows the listed post, or else stays as it is. If the
 * post is published, it can't change anymore.
 */
async function giveBack(deps: Deps, card: Card, pending: Pending, post: Post | undefined): Promise<Outcome> {
  if (post) await observe(deps, card, post);
  await end(deps, card, pending, post ? 'shown' : 'not_shown');
  return done;
}

async function observe(deps: Deps, card: Card, post: Post): Promise<void> {
  if (!differs(card, post, isoNow(deps))) return;
  await deps.desk.transition(card.workspace, card.id, {
    type: 'observe',
    post,
    expectedRevision: card.revision,
  });
}

type InDoubt = Extract<Problem, { code: 'update_outcome_unknown' }>;

/** Nobody can decide about the card before a read shows the outcome of the change. */
async function doubt(
  deps: Deps,
  { workspace, id }: Card,
  pending: Pending,
  because: InDoubt['because'],
  cause?: Error,
): Promise<void> {
  const reason = { code: 'update_outcome_unknown', because, result: 'looking' } as const;
  const problem = problemAt('update', reason, deps.now(), cause);
  await deps.desk.transition(workspace, id, { type: 'doubt_update', pending, problem });
}

/** Still says why the outcome was unknown, with what the reads have shown. */
function end(deps: Deps, card: Card, pending: Pending, result: InDoubt['result']): Promise<void> {
  const { problem } = card;
  const because = problem?.code === 'update_outcome_unknown' ? problem.because : undefined;
  const reason = { code: 'update_outcome_unknown', because, result } as const;
  return fail(deps, card, pending, problemAt('update', reason, deps.now()));
}

/** The card after a change that wasn't made: people decide about the post again. */
async function fail(deps: Deps, card: Card, pending: Pending, problem: Problem): Promise<void> {
  const { workspace, id } = card;
  const failed = await deps.desk.transition(workspace, id, { type: 'fail_update', pending, problem });
  // If another change is under way, the note is for a request that can be sent again.
  if (failed && 'card' in failed) await deps.ledger.forget(workspace, operationId(card, pending));
}

/** Says that the post hasn't changed only if the service can't have received anything. */
async function giveUp(deps: Deps, card: Card, pending: Pending, cause: Error): Promise<void> {
  const failure = failureOf(cause);
  const sent = await deps.ledger.read(card.workspace, operationId(card, pending));
  const ended = endedProcess(cause);
  // If the post has to be unscheduled, sending that again is better than checking.
  if (sent && !ended && pending.change.scheduledAt !== null)
    return doubt(deps, card, pending, failure, cause);
  // keep-version.ts tries that again
  const reason = pending.replacedBy
    ? ({ code: 'still_scheduled', failure, retrying: !ended } as const)
    : ({ code: 'update_failed', failure, mayHaveChanged: sent !== undefined } as const);
  await fail(deps, card, pending, problemAt('update', reason, deps.now(), cause));
}

/**
 * One way for the media and one for the profiles: combinations that the contract leaves open are never sent.
 */
function changeOf({ caption, scheduledAt, media, profiles }: Change): PostChange {
  const ids = profiles?.profiles.map(({ id }) => id);
  return {
    ...(caption !== undefined && { caption }),
    ...(scheduledAt !== undefined && { scheduledAt }),
    ...(media?.how === 'replace' && { mediaUrls: media.urls }),
    ...(media?.how === 'add' && { addMediaUrls: media.urls }),
    ...(media?.how === 'remove' && { clearMedia: true }),
    ...(profiles?.how === 'replace' && { socialProfileIds: ids }),
    ...(profiles?.how === 'add' && { addSocialProfileIds: ids }),
  };
}
