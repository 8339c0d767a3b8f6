/**
 * The one place that decides which transitions a card can make. Pure: takes a card and a transition, returns
 * a card or a refusal. The transitions are in transition-table.ts.
 */

import { bounded } from './bounds.ts';
import type { Card } from './card.ts';
import { isSame } from './change.ts';
import { applied, withoutVoid } from './clear-approvals.ts';
import { contentHash } from './content.ts';
import { endsMaking } from './making.ts';
import { decidedBefore, type Refused } from './refused.ts';
import { publishesAgain } from './retry.ts';
import { isBeingCreated, mayHaveBeenSent } from './state.ts';
import type { Transition } from './transition.ts';
import { ruleOf, transitions } from './transition-table.ts';
import { keptByPublishing } from './versions.ts';

/** `notifies`: the same write recorded events that people may have to be notified of. */
export type TransitionResult = { card: Card; notifies?: boolean } | { refused: Refused };

/** The card after the transition, in its next version, or why it's refused. The given card isn't changed. */
export function applyTransition(card: Card, transition: Transition): TransitionResult {
  const { refuse, isOfMessage, keepsWaiting } = ruleOf(transition);
  if (
    (transition.expectedRevision !== undefined && transition.expectedRevision !== card.revision) ||
    isLateAnswer(card, transition)
  )
    return { refused: { why: 'not_now', state: card.state } };
  const refused =
    refusalOf(card, transition) ??
    pausedBy(card, transition) ??
    contentRefusal(card, transition.contentHash) ??
    refuse?.(card, transition);
  if (refused) return { refused };
  const waitsForGroups = keepsWaiting ? card.waitsForGroups : undefined;
  const next: Card = {
    ...withoutVoid(
      card,
      { ...card, waitsForGroups, rerender: undefined, ...applied(card, transition) },
      transition,
    ),
    version: card.version + 1,
    revision: isOfMessage ? card.revision : card.revision + 1,
    updatedAt: transition.at,
  };
  const kept = { ...next, ...keptByPublishing(card, next) };
  return { card: bounded(endsMaking(card, next) ? { ...kept, repost: true } : kept) };
}

/** Why the card doesn't allow this transition now; `undefined` if it does. */
export function refusalOf(card: Card, { type }: Pick<Transition, 'type'>): Refused | undefined {
  const { from, by, when } = transitions[type];
  const isDecision = by === 'decision';
  if (isDecision && card.pending) return { why: 'busy', pending: card.pending };
  if (from.includes(card.state) && (!isDecision || canBeDecided(card)) && (when?.(card) ?? true))
    return undefined;
  // in other states, someone else was first
  if (type === 'undo' && mayHaveBeenSent(card)) return { why: 'too_late', state: card.state };
  return by === 'job' || isBeingCreated(card) ? { why: 'not_now', state: card.state } : decidedBefore(card);
}

/**
 * Refuses a decision about content that the card no longer has; `shownHash` is the hash of what the person
 * saw, if it's known.
 */
export function contentRefusal(card: Card, shownHash: string | undefined): Refused | undefined {
  return shownHash === undefined || shownHash === contentHash(card) ? undefined : { why: 'changed' };
}

function pausedBy(card: Card, transition: Transition): Refused | undefined {
  return transition.paused && ruleOf(transition).leadsToPublishing?.(card, transition)
    ? { why: 'paused', pause: transition.paused }
    : undefined;
}

/**
 * Whether the transition is about an earlier change, file check or choice of version: a late answer about
 * that says nothing about the current one.
 */
function isLateAnswer({ pending, fileChecks, keptAt }: Card, transition: Transition): boolean {
  if (transition.type === 'end_discards') return keptAt !== transition.chosenAt;
  if ('since' in transition) return fileChecks?.since !== transition.since;
  if (!('pending' in transition) || transition.type === 'change') return false;
  return !pending || !isSame(pending, transition.pending);
}

/**
 * People decide about a campaign's posts one by one, and a request that failed without a post has nothing to
 * decide about.
 */
function canBeDecided(card: Card): boolean {
  if (card.kind === 'campaign' || card.postId === undefined) return false;
  return card.state !== 'failed' || publishesAgain(card);
}
