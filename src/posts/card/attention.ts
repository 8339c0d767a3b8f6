/**
 * What a card needs next without anyone asking for it. The store indexes this with the card, so that no
 * accepted work is lost.
 */

import type { Card, Entry } from './card.ts';
import { contentHash, timeOf } from './content.ts';
import { awaitsFileCheck } from './file-checks.ts';
import { awaitsMessage } from './making.ts';
import { canRetry, publishesAgain } from './retry.ts';
import { copiesWithinMs } from './same-content.ts';
import { awaitsDecision, isDropped, isInReview, isScheduled } from './state.ts';

/** How long after a post's time to check whether it was published: the service needs a moment. */
const dueGraceMs = 3_000;

/** How long after the answer to a publish request the listing is checked. */
const verifyAfterMs = 1_000;

/** How long a card is still checked after its outcome became unknown. */
const followedForMs = 24 * 3_600_000;

/** How long a rejected card is still checked: someone may publish or schedule its post outside Slack. */
const rejectedFollowedForMs = 30 * 24 * 3_600_000;

/** How much less often a rejected card is checked than one that waits for people. */
const rejectedShare = 6;

/** The work that a card waits for; `undefined` if it waits for people, for the service, or for nothing. */
export function workOf(card: Card): 'create' | 'publish' | 'update' | 'check_schedule' | undefined {
  if (card.pending) return 'update';
  switch (card.state) {
    case 'queued':
    case 'creating':
      return 'create';
    case 'approved':
    case 'publishing':
      return 'publish';
    case 'scheduled':
      // nobody here scheduled it for the time that it has now
      return card.schedulableHash === contentHash(card) ? undefined : 'check_schedule';
    case 'generating':
    case 'review':
    case 'changes_requested':
    case 'published':
    case 'rejected':
    case 'failed':
    case 'outcome_unknown':
      return undefined;
  }
}

/** Whether the card waits for a decision, and no change is in progress. */
export const isUndecided = (card: Card): boolean => !card.pending && awaitsDecision(card);

/**
 * Entries that restart the wait for a decision: there's something else to decide about, or the post came
 * back.
 */
const startsWait = new Set<Entry['what']>([
  ...(['requested', 'retried', 'checked_again', 'edited', 'voided', 'resubmitted', 'reopened'] as const),
  ...(['unscheduled', 'withheld', 'undone'] as const),
]);

/** Since when the card has been waiting for a decision (epoch ms). */
export function waitsSince({ history, createdAt }: Card): number {
  return Date.parse(history.findLast(({ what }) => startsWait.has(what))?.at ?? createdAt);
}

/**
 * Where the index of cards in progress, which Home tabs and digests read, puts a card: `open`, or `failed`
 * for a while if someone can do something about it. `undefined` leaves it out.
 */
export function onHomes(card: Card): 'open' | 'failed' | undefined {
  switch (card.state) {
    case 'published':
    case 'rejected':
      return undefined;
    case 'outcome_unknown':
      return 'failed';
    case 'failed':
      return canBeFixed(card) ? 'failed' : undefined;
    case 'review':
      // people decide about the posts of a campaign one by one
      return card.kind === 'campaign' ? undefined : 'open';
    case 'queued':
    case 'creating':
    case 'generating':
    case 'changes_requested':
    case 'approved':
    case 'publishing':
    case 'scheduled':
      return 'open';
  }
}

/** When a card that's shown as a failure failed (epoch ms), however often it was written since. */
export const failedAt = ({ problem, updatedAt }: Card): number => Date.parse(problem?.at ?? updatedAt);

/** A post that was deleted in the service can't be fixed, so it isn't shown as a failure. */
function canBeFixed(card: Card): boolean {
  if (card.problem?.step === 'gone') return false;
  return canRetry(card) || (card.postId !== undefined && publishesAgain(card));
}

/**
 * Whether the card's message is out of date. A card that has no message and isn't due to get one has none to
 * update.
 */
export function needsRendering(card: Card): boolean {
  return card.renderedVersion !== card.version && !awaitsMessage(card);
}

/**
 * When the planned time that the card's buttons offer passes (epoch ms): the buttons have to change then, and
 * nothing else changes the card. `undefined` if they offer none, or the card was written after that time.
 */
export function planPassesAt(card: Card): number | undefined {
  const time = timeOf(card);
  if ((!isInReview(card) && card.state !== 'failed') || time === undefined) return undefined;
  const passesAt = Date.parse(time);
  return passesAt > Date.parse(card.updatedAt) ? passesAt : undefined;
}

/** From when on the sweeper queues jobs for the card (epoch ms); `undefined` if it needs none. */
export function sweptFrom(card: Card): number | undefined {
  const hasWork =
    workOf(card) !== undefined ||
    needsRendering(card) ||
    awaitsFileCheck(card) ||
    card.discards !== undefined;
  return hasWork ? Date.parse(card.updatedAt) : planPassesAt(card);
}

/**
 * From when on the brand's listing is read for this card (epoch ms); `undefined` if the card isn't watched. A
 * post that nobody works on is checked every `restingEveryMs`, since it may be published, changed or deleted
 * outside Slack; a rejected one less often, and not forever.
 */
export function watchedFrom(card: Card, restingEveryMs: number): number | undefined {
  const since = Date.parse(card.updatedAt);
  switch (card.state) {
    case 'generating':
      // an import's posts are created one by one, and each is watched through its own card
      if (card.request?.kind === 'import') return undefined;
      return Date.parse(card.watchedSince ?? card.updatedAt);
    case 'published':
      return card.unverified ? since + verifyAfterMs : undefined;
    case 'scheduled':
      return card.missingSince ? since : Math.min(timedCheck(card, since), rested(card, restingEveryMs));
    case 'review':
    case 'changes_requested':
      if (card.kind === 'campaign') return undefined;
      // a post that was missing once is checked again soon
      return card.missingSince ? since : rested(card, restingEveryMs);
    case 'failed':
    case 'outcome_unknown':
      return isFollowed(card) && since < followedUntil(card) ? since + restingEveryMs : undefined;
    case 'rejected': {
      const isOver = card.problem?.step === 'gone' || since >= followedUntil(card);
      if (card.postId === undefined || isOver) return undefined;
      return card.missingSince ? since : since + restMs(card, restingEveryMs);
    }
    case 'queued':
    case 'creating':
    case 'approved':
    case 'publishing':
      return undefined;
  }
}

/** How long a card that nobody works on isn't checked, in milliseconds. */
export const restMs = (card: Pick<Card, 'state'>, restingEveryMs: number): number =>
  isDropped(card) ? rejectedShare * restingEveryMs : restingEveryMs;

/** When a card that waits for people is checked: sooner while the service may still copy its files. */
function rested({ updatedAt, copying }: Card, restingEveryMs: number): number {
  const next = Date.parse(updatedAt) + restingEveryMs;
  return copying === undefined ? next : Math.min(next, Date.parse(copying) + copiesWithinMs);
}

/**
 * Whether a later listing may resolve the card's unknown outcome: the post is published after all, scheduled
 * again, created at last, or listed again.
 */
export function isFollowed({ state, problem, postId, missingSince }: Card): boolean {
  if (!problem || postId === undefined) return false;
  const { step } = problem;
  if (state === 'failed') return step === 'due' || missingSince !== undefined;
  return state === 'outcome_unknown' && step !== 'create' && step !== 'update';
}

/** Until when a card that is rejected, or has an unknown outcome, is checked (epoch ms). */
export function followedUntil(card: Card): number {
  if (!isDropped(card)) return failedAt(card) + followedForMs;
  const rejectedAt = card.history.findLast(({ what }) => what === 'rejected')?.at ?? card.createdAt;
  return Date.parse(rejectedAt) + rejectedFollowedForMs;
}

/** When a scheduled post has to be checked because its time has come (epoch ms). */
export function dueAt(card: Card): number {
  const { scheduledAt } = card.content;
  return scheduledAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(scheduledAt) + dueGraceMs;
}

/**
 * How long before its time a scheduled post is checked once more, so that a change in the web app isn't
 * published without approval.
 */
const lastCheckMs = 60_000;

/** When a scheduled post is next checked because of its time, after `from` (both epoch ms). */
export function timedCheck(card: Card, from: number): number {
  const { scheduledAt } = card.content;
  const before = scheduledAt === undefined ? 0 : Date.parse(scheduledAt) - lastCheckMs;
  return before > from ? before : dueAt(card);
}

/** How long the card has been waiting for the service, in milliseconds. */
export function waitedMs(card: Card, now: number): number {
  const since = [
    card.createdAt,
    card.watchedSince,
    isScheduled(card) ? card.content.scheduledAt : undefined,
    card.unverified ? card.history.findLast(({ what }) => what === 'published')?.at : undefined,
  ];
  return now - Math.max(...since.filter((at) => at !== undefined).map((at) => Date.parse(at)));
}
