/**
 * Compares a card with what a read showed of its post. Cards change only by compare-and-set, so two readers
 * do no harm.
 */

import {
  isFinished,
  isInProgress,
  isOnSchedule,
  isPublishing,
  type Post,
} from '#src/platform/publishing-api/post.ts';
import { dueAt, followedUntil, isFollowed, waitedMs } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { differs } from '#src/posts/card/new-card.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { seenAnew } from '#src/posts/card/problem.ts';
import { isBeingGenerated, isDropped, isScheduled, restsAsDraft } from '#src/posts/card/state.ts';
import { isBehind, isSettled } from '#src/posts/post-index/lag.ts';
import type { CheckDeps } from './operations/deps.ts';
import type { ShownPost } from './post-index/post-index.ts';
import { problemAt, seenOf } from './problem-of.ts';
import { loseTrack } from './unseen.ts';

export async function checkCard(deps: CheckDeps, card: Card, { post, readAt }: ShownPost): Promise<void> {
  const { workspace, brand } = card;
  const now = deps.now();
  // a change is being saved: the listing is older than what people requested
  if (card.pending) return deps.cards.checkLater(card, now);
  if (isFollowed(card)) return follow(deps, card, post);
  if (!post) return vanished(deps, card, readAt);
  const overdue = isOverdue(card, post, now);
  if (awaitsResult(card, post, overdue)) {
    if (restsAsDraft(card)) return leave(deps, card, post);
    if (waitedMs(card, now) > patienceMs(deps, card, post)) return loseTrack(deps, card, seenOf(post));
    if (card.missingSince) await observe(deps, card, post);
  } else if (!isBehind(deps, card, post, readAt) && differs(card, post, new Date(now).toISOString())) {
    const paused = overdue ? await deps.pauses.of(workspace, brand.id) : undefined;
    await observe(deps, card, post, paused);
  } else {
    await leave(deps, card, post);
  }
}

/** The card stays as it is. The last check of a rejected one is noted: a write after that time ends the checks. */
async function leave(deps: CheckDeps, card: Card, post: Post): Promise<void> {
  const { workspace, id, revision: expectedRevision } = card;
  const now = deps.now();
  const isLastCheck = now >= followedUntil(card) && Date.parse(card.updatedAt) < followedUntil(card);
  if (!isDropped(card) || !isLastCheck) return deps.cards.checkLater(card, now);
  await deps.desk.transition(
    workspace,
    id,
    { type: 'note_seen', seen: seenOf(post), expectedRevision },
    card,
  );
}

/**
 * Whether the service is still working on the post, so that its status isn't a result yet. That holds only
 * until `patienceMs` are over.
 */
function awaitsResult(card: Card, post: Post, overdue: boolean): boolean {
  // accepting a request isn't publishing: the listing has to show it
  if (card.unverified) return !isFinished(post);
  return isInProgress(post) || (overdue && (isOnSchedule(post) || post.status === 'unknown'));
}

/** Its time has come, unless it was moved to a later time in the service's web app. */
function isOverdue(card: Card, { scheduledAt }: Post, now: number): boolean {
  if (!isScheduled(card) || dueAt(card) > now) return false;
  return scheduledAt === undefined || Date.parse(scheduledAt) <= now;
}

async function observe(deps: CheckDeps, card: Card, post: Post, paused?: Paused): Promise<void> {
  await deps.desk.transition(
    card.workspace,
    card.id,
    { type: 'observe', post, paused, expectedRevision: card.revision },
    card,
  );
}

/**
 * How long to wait for the service. A published post has to be listed sooner, unless the service is still
 * publishing it: that may take as long as any other wait.
 */
function patienceMs(deps: CheckDeps, card: Card, post?: Post): number {
  if (!card.unverified || (post && isPublishing(post))) return deps.watchForMs;
  return Math.max(deps.settledAfterMs, Math.min(60_000, deps.watchForMs));
}

/** A listing may miss a post for a while, especially one that was just created or published. */
async function vanished(deps: CheckDeps, card: Card, readAt: number): Promise<void> {
  const { workspace, id, revision: expectedRevision } = card;
  const now = deps.now();
  if (!card.missingSince)
    await deps.desk.transition(workspace, id, { type: 'note_missing', expectedRevision });
  else if (!isSettled(deps, card.missingSince, readAt)) return;
  else if (card.unverified || (isScheduled(card) && dueAt(card) <= now))
    await loseTrack(deps, card, { as: 'unlisted' });
  else {
    const problem = problemAt(isBeingGenerated(card) ? 'generate' : 'gone', { code: 'not_listed' }, now);
    const type = isDropped(card) ? 'note_deleted' : 'fail';
    await deps.desk.transition(workspace, id, { type, problem, expectedRevision });
  }
}

/** For a while, a card with an unknown outcome follows what the listing shows. */
async function follow(deps: CheckDeps, card: Card, post: Post | undefined): Promise<void> {
  const now = deps.now();
  const expectedRevision = card.revision;
  const seen = seenOf(post);
  if (post && differs(card, post, new Date(now).toISOString())) await observe(deps, card, post);
  // the last check is noted even if it shows nothing new: a write after that time ends the checks
  else if (seenAnew(card.problem, seen) || now >= followedUntil(card))
    await deps.desk.transition(card.workspace, card.id, { type: 'note_seen', seen, expectedRevision }, card);
  else await deps.cards.checkLater(card, now);
}
