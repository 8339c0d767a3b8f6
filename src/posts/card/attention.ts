/** What a card needs next by itself. The store indexes it with the card, so that nothing accepted is forgotten. */

import { mayAskAgain, publishesAgain } from './ask-again.ts';
import type { Card, Entry } from './card.ts';
import { contentHash, timeOf } from './content.ts';
import { awaitsFileCheck } from './file-checks.ts';
import { awaitsMessage } from './making.ts';
import { copiesWithinMs } from './same-content.ts';

/** After a post's time, how long the service may take before we look whether it was published. */
const dueGraceMs = 3_000;

/** After a publish that was answered, how long before the listing is asked whether it is so. */
const proofAfterMs = 1_000;

/** So long after it ended in doubt the listing is looked at for a card all the same. */
const followedForMs = 24 * 3_600_000;

/** The work that a card waits for; `undefined` where it waits for people, for the service, or for nothing. */
export function workOf(card: Card): 'create' | 'publish' | 'update' | 'hold' | undefined {
  if (card.pending) return 'update';
  if (card.state === 'queued' || card.state === 'creating') return 'create';
  if (card.state === 'approved' || card.state === 'publishing') return 'publish';
  // nobody here put it on the schedule as it stands there now
  if (card.state === 'scheduled' && card.cleared !== contentHash(card)) return 'hold';
  return undefined;
}

/** It waits for a decision, and no change is in progress. */
export const isUndecided = ({ state, pending }: Card): boolean =>
  !pending && (state === 'review' || state === 'changes_requested');

/** What starts the wait for a decision over: there is something else to decide about, or the post came back. */
const startsWait = new Set<Entry['what']>([
  ...(['asked', 'asked_again', 'looked_again', 'edited', 'voided', 'resubmitted', 'reopened'] as const),
  ...(['unscheduled', 'held', 'taken_back'] as const),
]);

/** Since when the card has waited for a decision (epoch ms). */
export function waitsSince({ history, createdAt }: Card): number {
  return Date.parse(history.findLast(({ what }) => startsWait.has(what))?.at ?? createdAt);
}

/**
 * How the index of cards in progress keeps a card, which Home tabs and digests read: while it's `open`, or for a while after it `failed` if
 * somebody can do something about it. `undefined`: it's left out.
 */
export function onHomes(card: Card): 'open' | 'failed' | undefined {
  switch (card.state) {
    case 'published':
    case 'rejected':
      return undefined;
    case 'outcome_unknown':
      return 'failed';
    case 'failed':
      return canBeMended(card) ? 'failed' : undefined;
    case 'review':
      // the posts of a campaign are decided one by one
      return card.kind === 'campaign' ? undefined : 'open';
    default:
      return 'open';
  }
}

/** Nobody needs to hear about a post that was deleted in the service. */
function canBeMended(card: Card): boolean {
  if (card.problem?.step === 'gone') return false;
  return mayAskAgain(card) || (card.postId !== undefined && publishesAgain(card));
}

/** Its message is behind what it says; one that has no message yet, and isn't due one, needs none. */
export function needsRendering(card: Card): boolean {
  return card.drawn !== card.version && !awaitsMessage(card);
}

/**
 * When the planned time passes that its buttons offer (epoch ms): they have to change then, and nothing else happens to the
 * card. `undefined`: it offers none, or it was written since.
 */
export function planPassesAt(card: Card): number | undefined {
  const time = timeOf(card);
  if ((card.state !== 'review' && card.state !== 'failed') || time === undefined) return undefined;
  const passesAt = Date.parse(time);
  return passesAt > Date.parse(card.updatedAt) ? passesAt : undefined;
}

/** From when on the sweeper comes by for it (epoch ms); `undefined`: it has nothing to do there. */
export function sweptFrom(card: Card): number | undefined {
  const hasWork = workOf(card) !== undefined || needsRendering(card) || awaitsFileCheck(card);
  return hasWork ? Date.parse(card.updatedAt) : planPassesAt(card);
}

/**
 * From when on the brand's listing is read for it (epoch ms); `undefined`: it is not watched. A post that rests
 * is looked at every `restingEveryMs`, since it may be published, changed or deleted outside Slack.
 */
export function watchedFrom(card: Card, restingEveryMs: number): number | undefined {
  const moved = Date.parse(card.updatedAt);
  switch (card.state) {
    case 'generating':
      return Date.parse(card.watchedSince ?? card.updatedAt);
    case 'published':
      return card.unproven ? moved + proofAfterMs : undefined;
    case 'scheduled':
      return card.missingSince ? moved : Math.min(timedLook(card, moved), rested(card, restingEveryMs));
    case 'review':
    case 'changes_requested':
      if (card.kind === 'campaign') return undefined;
      // whether it is gone is not left for the next rest
      return card.missingSince ? moved : rested(card, restingEveryMs);
    default:
      return isFollowed(card) && moved < followedUntil(card) ? moved + restingEveryMs : undefined;
  }
}

/** When a card is looked at that waits for people; sooner while the service may still copy its files. */
function rested({ updatedAt, copying }: Card, restingEveryMs: number): number {
  const next = Date.parse(updatedAt) + restingEveryMs;
  return copying === undefined ? next : Math.min(next, Date.parse(copying) + copiesWithinMs);
}

/**
 * It ended in doubt, and what the service shows later may still settle it: the post goes out after all, comes onto the
 * schedule again, is written at last, or is listed again.
 */
export function isFollowed({ state, problem, postId, missingSince }: Card): boolean {
  if (!problem || postId === undefined) return false;
  const { step } = problem;
  if (state === 'failed') return step === 'due' || missingSince !== undefined;
  return state === 'outcome_unknown' && step !== 'create' && step !== 'update';
}

/** Until when a card that ended in doubt is looked for (epoch ms). */
export function followedUntil({ problem, updatedAt }: Card): number {
  return Date.parse(problem?.at ?? updatedAt) + followedForMs;
}

/** When a scheduled post must be looked at because its time has come (epoch ms). */
export function dueAt(card: Card): number {
  const { scheduledAt } = card.content;
  return scheduledAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(scheduledAt) + dueGraceMs;
}

/** So long before its time a post is looked at once more: what was changed in the web app may not go out unapproved. */
const lastLookMs = 60_000;

/** The next look at a scheduled post that its time asks for, after `from` (epoch ms). */
export function timedLook(card: Card, from: number): number {
  const { scheduledAt } = card.content;
  const before = scheduledAt === undefined ? 0 : Date.parse(scheduledAt) - lastLookMs;
  return before > from ? before : dueAt(card);
}

/** How long the service has been waited for, in milliseconds. */
export function waitedMs(card: Card, now: number): number {
  const since = [
    card.createdAt,
    card.watchedSince,
    card.state === 'scheduled' ? card.content.scheduledAt : undefined,
    card.unproven ? card.history.findLast(({ what }) => what === 'published')?.at : undefined,
  ];
  return now - Math.max(...since.filter((at) => at !== undefined).map((at) => Date.parse(at)));
}
