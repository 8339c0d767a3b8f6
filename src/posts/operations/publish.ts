/**
 * Publishes an approved post: `PATCH` with `publishNow`, once. Reads from top to bottom: what happened
 * before, prepare, guards last, send once, reconcile.
 */

import { isoNow } from '#src/platform/iso-now.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { isPublished, isPublishing, type Post } from '#src/platform/publishing-api/post.ts';
import {
  again,
  done,
  handlerOf,
  type Outcome,
  queues,
  type Retriable,
  wakeOf,
} from '#src/platform/queue/job.ts';
import { waitedMs } from '#src/posts/card/attention.ts';
import { keptCaption } from '#src/posts/card/bounds.ts';
import type { Card } from '#src/posts/card/card.ts';
import { approvalsFor, contentHash, hasNoProfiles } from '#src/posts/card/content.ts';
import { otherVersion, type Problem, type ProblemCode, type Seen } from '#src/posts/card/problem.ts';
import { isPublishedAgain, lastRequest, requestedAt } from '#src/posts/card/publisher.ts';
import type { CurrentApprovers } from '#src/posts/card/rule.ts';
import { contentShown, mediaAfterCheck, sameWords } from '#src/posts/card/same-content.ts';
import { isBeingPublished, wasPublished } from '#src/posts/card/state.ts';
import { lateVersion } from '#src/posts/card/versions.ts';
import { type CardPayload, cardJob } from '#src/posts/card-job.ts';
import {
  awaitsListing,
  nextRead,
  nextReadSince,
  reconcile,
  sharedAsOf,
  type Verification,
} from '#src/posts/post-index/lag.ts';
import type { ShownPost } from '#src/posts/post-index/post-index.ts';
import { failureOf, problemAt, seenOf } from '#src/posts/problem-of.ts';
import type { Deps } from './deps.ts';
import { checkApprovals, checkGuards, type Verdict } from './guards.ts';
import { attemptsKept, type LedgerEntry } from './ledger.ts';
import {
  beginOperation,
  changedDelayMs,
  earlierOperation,
  endOperation,
  foundOperation,
  type Operation,
  verificationOf,
} from './operation.ts';
import { type FilesVerdict, verifyFiles, voidApprovals } from './verify-files.ts';
import { waitForGroups } from './wait-for-groups.ts';

export const publishJob = cardJob('publish', queues.actions);

export const publishHandler = handlerOf(
  publishJob,
  async (deps: Deps, { workspace, card: id }) => {
    const card = await deps.desk.get(workspace, id);
    return card && isBeingPublished(card) ? publish(deps, card) : done;
  },
  giveUp,
);

async function publish(deps: Deps, card: Card): Promise<Outcome> {
  const { workspace, id, postId, revision: expectedRevision } = card;
  if (!postId) throw new Error(`card ${id} has no post to publish`);

  // What happened before: nothing is sent twice, and nothing is sent to find out what happened.
  const entry = await earlierOperation(deps, { id: operationId(card), card });
  if (entry) return conclude(deps, card, { id: operationId(card), entry });
  if (lastRequest(card)?.what === 'checked_again')
    return conclude(deps, card, (await earlierAttempts(deps, card)).at(0));

  // Prepare: what costs no request first.
  const undoMs =
    card.state === 'approved' && card.publishAfter ? Date.parse(card.publishAfter) - deps.now() : 0;
  if (undoMs > 0) return again(undoMs);
  const first = await guard(deps, card);
  // With these verdicts, the post isn't read. A post that the service may be publishing already is read and
  // followed to the end, even during a pause.
  const canStopUnread = first.kind === 'wait' || (first.kind === 'deny' && first.why === 'paused');
  if (card.state === 'approved' && canStopUnread) return waitOrStop(deps, card, first);
  const shown = await read(deps, card);
  if ('unread' in shown) return waitForService(deps, card, shown);
  const { post, readAt } = shown;
  if (post && isPublishing(post)) return waitForService(deps, card, shown);
  const elsewhere = await decidedElsewhere(deps, card, shown, first.approvers);
  if (elsewhere) return elsewhere;
  if (first.kind !== 'allow') return waitOrStop(deps, card, first);
  // Before the quota, because reading files can take seconds, and a request that was acquired counts from
  // that moment.
  const files = await verifyFiles(deps, card, first.approvers);
  if (files.kind !== 'ok') return stopForFiles(deps, card, files);
  if (post) {
    const listed = { ...card, ...mediaAfterCheck(card, post, new Date(readAt).toISOString()) };
    const copies = await verifyFiles(deps, card, first.approvers, listed);
    if (copies.kind !== 'ok') return stopForFiles(deps, card, copies);
  }

  // Guards last: anything may have changed during the wait for the quota. The ledger refuses what changes
  // from here on.
  await deps.quota.acquire('operation', { who: operationId(card) });
  const verdict = await guard(deps, card);
  if (verdict.kind !== 'allow') return waitOrStop(deps, card, verdict);
  await deps.failpoint('publish allowed');
  const isStarted = card.state === 'publishing' && card.missingSince === undefined;
  const started = isStarted
    ? { card }
    : await deps.desk.transition(workspace, id, { type: 'start_publishing', expectedRevision }, card);
  if (!started || 'refused' in started) return again(changedDelayMs);
  const operation: Operation = { id: operationId(card), card: started.card };
  const noted = await beginOperation(deps, operation, { guarded: verdict.revision });
  if (!noted) return again(changedDelayMs);

  // Send once.
  const sent = deps.service.publishPost(postId, { acquired: true }).then(() => ({}));
  const ended = await endOperation(deps, operation, noted, sent);
  return conclude(deps, started.card, { id: operation.id, entry: ended });
}

/** The operation's id: a new one each time a person requests it. */
const operationId = (card: Card, nth = card.attempts.publish): string => `publish.${card.id}.${nth}`;

/** `revision`: the ledger's, from before the rule and the guards were asked. */
type Guarded = { approvers: CurrentApprovers | undefined; revision: string } & (
  | Verdict
  | { kind: 'deny'; why: 'changed_here' | 'other_version' }
);

/**
 * Whether the post can be published now, by the current rule and the guards, whatever they said at the click.
 */
async function guard(deps: Deps, card: Card): Promise<Guarded> {
  const { workspace, brand } = card;
  const revision = await deps.ledger.revision(workspace, brand.id);
  const approvers = await deps.approversReader.of(workspace, brand.id);
  const byGuards = await checkGuards(deps, card, requestedAt(card));
  const verdict = byGuards.kind === 'allow' ? checkApprovals(card, approvers) : byGuards;
  if (verdict.kind !== 'allow') return { revision, approvers, ...verdict };
  const isUnapproved = approvalsFor(card).length === 0;
  if (isUnapproved) return { revision, approvers, kind: 'deny', why: 'changed_here' };
  const isLate = lateVersion(card, await deps.desk.otherVersions(card)) !== undefined;
  return { revision, approvers, ...(isLate ? { kind: 'deny', why: 'other_version' } : verdict) };
}

async function waitOrStop(
  deps: Deps,
  card: Card,
  verdict: Exclude<Guarded, { kind: 'allow' }>,
): Promise<Outcome> {
  if (verdict.kind === 'wait') return waitForGroups(deps, card, verdict.groups);
  await stop(deps, card, verdict.why);
  return done;
}

/** Other files than those that were approved clear the approvals. */
async function stopForFiles(
  deps: Deps,
  card: Card,
  verdict: Exclude<FilesVerdict, { kind: 'ok' }>,
): Promise<Outcome> {
  if (verdict.kind === 'again') return verdict;
  await stop(deps, await voidApprovals(deps, card, verdict), verdict.why, verdict.files);
  return done;
}

type Withheld = Extract<Problem, { code: 'publish_withheld' }>;
type WithheldWhy = Withheld['why'] | 'other_version';

type StopDeps = Pick<Deps, 'desk' | 'ledger' | 'now'>;

/** Nothing is sent: people decide again, or check for it if an earlier request may have published it. */
async function stop(deps: StopDeps, card: Card, why: WithheldWhy, files?: number[]): Promise<void> {
  const { workspace, id, revision: expectedRevision } = card;
  const problem = { ...(await withheld(deps, card, why)), ...(files && { files }) };
  await deps.desk.transition(workspace, id, {
    type: problem.earlierRequestSent ? 'lose_track' : 'fail',
    problem,
    expectedRevision,
  });
}

async function withheld(deps: StopDeps, card: Card, why: WithheldWhy): Promise<Withheld> {
  const at = isoNow(deps);
  const earlierRequestSent = await mayBeOut(deps, card);
  const stored = why === 'other_version' ? otherVersion : { why };
  return { code: 'publish_withheld', step: 'publish', at, ...stored, earlierRequestSent };
}

/** The card of an approved post that wasn't sent goes back to review, unless it has changed meanwhile. */
export const stopPaused = (deps: StopDeps, card: Card): Promise<void> => stop(deps, card, 'paused');

/**
 * The post as of the last request, or of the end of its undo time. A post that the service may be publishing
 * is read again.
 */
async function read(deps: Deps, card: Card): Promise<ShownPost | { unread: Error & Retriable }> {
  const { workspace, id, publishAfter, missingSince, watchedSince, state } = card;
  const isUnderWay = state === 'publishing';
  const readFrom = Math.max(Date.parse(requestedAt(card)), publishAfter ? Date.parse(publishAfter) : 0);
  const since = missingSince ?? (isUnderWay ? watchedSince : undefined);
  try {
    const asOf = Math.max(sharedAsOf(deps, readFrom), since ? nextReadSince(deps, since).asOf : 0);
    return await deps.index.post(card, asOf, wakeOf(publishJob, { workspace, card: id }));
  } catch (cause) {
    const isTemporary = cause instanceof ServiceError || (cause as Retriable).postponed;
    if (!isUnderWay || !isTemporary) throw cause;
    return { unread: cause as Error & Retriable };
  }
}

/**
 * Sends nothing while the service may be publishing the post, on schedule or because of an earlier request.
 */
async function waitForService(
  deps: Deps,
  card: Card,
  shown: { post: Post | undefined } | { unread: Error & Retriable },
): Promise<Outcome> {
  const { workspace, id, revision: expectedRevision } = card;
  const unread = 'unread' in shown ? shown.unread : undefined;
  if (card.state === 'approved')
    await deps.desk.transition(workspace, id, { type: 'start_publishing', expectedRevision }, card);
  // A read that wasn't made yet says nothing. It's waited for, but not forever.
  else if (waitedMs(card, deps.now()) > deps.watchForMs * (unread?.postponed ? 2 : 1)) {
    const sent = (await earlierAttempts(deps, card)).at(0);
    return loseTrack(deps, card, notShown(sent, shown), unread);
  }
  const since = card.state === 'publishing' ? card.watchedSince : undefined;
  const delayMs = since ? nextReadSince(deps, since).nextInMs : deps.checkEveryMs;
  return again(Math.max(delayMs, unread?.retryAfterMs ?? 0));
}

/**
 * A post that was published in the service's web app isn't published again. One that was changed there, or has
 * a status that we don't know, is shown as it is now, to be approved again. Under a rule that holds for
 * everything that an approval is for, and a post that isn't listed can't be compared.
 */
async function decidedElsewhere(
  deps: Deps,
  card: Card,
  { post, readAt }: ShownPost,
  approvers: CurrentApprovers | undefined,
): Promise<Outcome | undefined> {
  const { workspace, id, revision: expectedRevision } = card;
  if (!post) {
    if (!approvers) return undefined;
    const waits = await awaitsListing(deps, card, readAt);
    if (!waits) await stop(deps, card, 'not_listed');
    return waits ?? done;
  }
  const lostProfiles = post.profiles?.length === 0 && card.content.profiles.length > 0;
  const changed = approvers
    ? contentHash({ ...card, content: contentShown(card, post) }) !== contentHash(card)
    : !sameWords(keptCaption(post.caption), card.content.caption) || lostProfiles;
  // the status may mean published, and the people who approved the post didn't see it
  const hasNewStatus =
    post.status === 'unknown' && post.statusWord !== card.statusWord && !isPublishedAgain(card);
  if (!isPublished(post) && !changed && !hasNewStatus) return undefined;
  const shown = await deps.desk.transition(workspace, id, { type: 'observe', post, expectedRevision });
  if (!shown || 'refused' in shown) return again(changedDelayMs);
  if (wasPublished(shown.card)) return done;
  const noProfiles = lostProfiles && hasNoProfiles(shown.card);
  const why = noProfiles
    ? 'no_profiles'
    : approvers || hasNewStatus
      ? 'changed_there'
      : 'words_changed_there';
  await deps.desk.transition(workspace, id, { type: 'warn', problem: await withheld(deps, card, why) });
  return done;
}

/** An attempt to publish that the ledger has noted as sent. */
interface Sent {
  id: string;
  entry: LedgerEntry;
}

/** Reconcile: nothing is sent from here on. `sent`: `undefined` if nothing is known to have been sent. */
async function conclude(deps: Deps, card: Card, sent: Sent | undefined): Promise<Outcome> {
  const { workspace, id } = card;
  if (sent?.entry.answer && sent.id === operationId(card)) {
    await deps.desk.transition(workspace, id, { type: 'publish' }, card);
    return done;
  }
  const verification = verificationOfAttempt(deps, card, sent);
  const found = await reconcile(deps, card, { verification, job: publishJob, shows: isPublished });
  if (found.kind === 'shown') {
    const operation = sent && { id: sent.id, card };
    if (operation && !sent.entry.answer) await foundOperation(deps, operation, sent.entry, {});
    await deps.desk.transition(
      workspace,
      id,
      sent ? { type: 'publish' } : { type: 'observe', post: found.post },
    );
    return done;
  }
  // Nothing proves that it wasn't received: the service is still publishing it.
  if (found.post && isPublishing(found.post) && waitedMs(card, deps.now()) <= deps.watchForMs)
    return again(nextRead(deps, verification).nextInMs);
  return loseTrack(deps, card, notShown(sent, found));
}

/** If a person asked to check again, only reads since then answer them. */
function verificationOfAttempt(deps: Deps, card: Card, sent: Sent | undefined): Verification {
  const requested = lastRequest(card);
  const requestedAt = requested?.what === 'checked_again' ? Date.parse(requested.at) : 0;
  if (!sent) return { from: requestedAt, settledAt: requestedAt };
  const { from, settledAt } = verificationOf(deps, sent.entry);
  return { from: Math.max(requestedAt, from), settledAt: Math.max(requestedAt, settledAt) };
}

/**
 * Whether an earlier attempt may have published the post: its outcome was unknown when a person requested it
 * again, and stays unknown until the listing shows it as published.
 */
async function mayBeOut(deps: StopDeps, card: Card): Promise<boolean> {
  const requested = lastRequest(card);
  if (requested && requested.what !== 'approved') return true;
  return (await earlierAttempts(deps, card)).some(({ entry }) => !entry.answer);
}

/** The earlier attempts that were sent and are remembered, latest first. */
async function earlierAttempts(deps: StopDeps, card: Card): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (
    let nth = card.attempts.publish - 1;
    nth > Math.max(0, card.attempts.publish - attemptsKept);
    nth -= 1
  ) {
    const id = operationId(card, nth);
    const entry = await deps.ledger.read(card.workspace, id);
    if (entry) sent.push({ id, entry });
  }
  return sent;
}

/** Says that it wasn't published, and offers to publish it again, only if nothing was ever sent. */
async function giveUp(deps: Deps, { workspace, card: id }: CardPayload, cause: Error): Promise<void> {
  const card = await deps.desk.get(workspace, id);
  if (!card) return;
  const failure = failureOf(cause);
  const sent = (await deps.ledger.read(workspace, operationId(card))) ? 'latest' : 'earlier';
  if (sent === 'latest' || (await mayBeOut(deps, card)))
    await loseTrack(deps, card, { code: 'publish_outcome_unknown', failure, sent }, cause);
  else {
    const problem = problemAt('publish', { code: 'publish_failed', failure }, deps.now(), cause);
    await deps.desk.transition(workspace, id, { type: 'fail', problem });
  }
}

async function loseTrack(deps: Deps, card: Card, reason: ProblemCode, cause?: Error): Promise<Outcome> {
  const problem = problemAt('publish', reason, deps.now(), cause);
  await deps.desk.transition(card.workspace, card.id, { type: 'lose_track', problem });
  return done;
}

function notShown(
  sent: Sent | undefined,
  shown: { post: Post | undefined } | { unread: Error },
): ProblemCode {
  const how = sent?.entry.answer ? 'answered' : 'unanswered';
  return { code: 'publish_not_shown', seen: seenAs(shown), sent: sent ? how : 'unsent' };
}

function seenAs(shown: { post: Post | undefined } | { unread: Error }): Seen {
  return 'unread' in shown ? { as: 'unread' } : seenOf(shown.post);
}
