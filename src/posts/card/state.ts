/**
 * What each state means for a card. Ask here instead of listing states: a new state doesn't compile before
 * its line says which of these are true in it. Pure.
 */
import type { Card, State } from './card.ts';

type Of = Pick<Card, 'state'>;
type Meaning =
  | 'being_created'
  | 'being_generated'
  | 'awaits_decision'
  | 'in_review'
  /** The listing may show its post, and `observe` of transition-table.ts then changes the card. */
  | 'listed'
  | 'resting'
  | 'editable'
  | 'scheduled'
  | 'being_published'
  | 'sent'
  | 'published'
  | 'dropped'
  | 'over'
  | 'in_trouble';

const meanings: Readonly<Record<State, readonly Meaning[]>> = {
  queued: ['being_created'],
  creating: ['being_created'],
  generating: ['being_created', 'being_generated', 'listed'],
  review: ['awaits_decision', 'in_review', 'listed', 'resting', 'editable'],
  changes_requested: ['awaits_decision', 'listed', 'resting', 'editable'],
  scheduled: ['listed', 'resting', 'editable', 'scheduled'],
  approved: ['listed', 'being_published'],
  publishing: ['listed', 'being_published', 'sent'],
  published: ['listed', 'sent', 'published', 'over'],
  rejected: ['listed', 'dropped', 'over'],
  failed: ['listed', 'over', 'editable', 'in_trouble'],
  outcome_unknown: ['listed', 'sent', 'in_trouble'],
};

/** The states with this meaning, in the order of the table. */
export const statesThat = (meaning: Meaning): readonly State[] =>
  (Object.keys(meanings) as State[]).filter((state) => meanings[state].includes(meaning));

const is =
  (meaning: Meaning) =>
  (card: Of): boolean =>
    meanings[card.state].includes(meaning);

/** The service hasn't created its post yet, and may do so at any moment. */
export const isBeingCreated = is('being_created');
/**
 * The service accepted the request and generates it. A campaign's or an import's card is in this state until
 * all its posts are there.
 */
export const isBeingGenerated = is('being_generated');
/** People have to decide about it: approve it, or edit it first. */
export const awaitsDecision = is('awaits_decision');
/** It waits for people who approve it, rather than for its author. */
export const isInReview = is('in_review');
/** The state of the card while people decide: a post that was sent back stays so until it's resubmitted. */
export const undecidedState = (card: Of): State => (awaitsDecision(card) ? card.state : 'review');
/** Nobody is working on it: it waits for people or for its time. */
export const isResting = is('resting');
/** It's resting or rejected, and follows what is changed in the service's web app. */
export const followsWebApp = (card: Of): boolean => isResting(card) || isDropped(card);
/** People can edit it, which clears the approvals of its old content. */
export const isEditable = is('editable');
/** It's on the service's schedule, which publishes it at its time. */
export const isScheduled = is('scheduled');
/** It waits for review, or for its time. */
export const isReady = (card: Of): boolean => isInReview(card) || isScheduled(card);
/** It was approved, and a job publishes it. */
export const isBeingPublished = is('being_published');
/** The request to publish it was sent, or may have been, so it's too late to undo its approval. */
export const mayHaveBeenSent = is('sent');
/** It was published, which nothing can take back. */
export const wasPublished = is('published');
/** People decided not to publish it. Reopening it brings it back, or someone publishes it outside Slack. */
export const isDropped = is('dropped');
/** Nobody is working on it, and its post is a draft. */
export const restsAsDraft = (card: Of): boolean => awaitsDecision(card) || isDropped(card);
/** It's published, or won't be unless people act, so its planned time doesn't matter anymore. */
export const isOver = is('over');
/** It failed, or nobody knows whether it did. */
export const isInTrouble = is('in_trouble');

/** Something is in progress that ends by itself, usually within seconds. */
export const isUnderWay = (card: Of & Pick<Card, 'pending'>): boolean =>
  card.pending !== undefined || isBeingCreated(card) || isBeingPublished(card);
