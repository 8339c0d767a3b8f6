/**
 * What each state means for a card. Ask here instead of listing states: a new state doesn't compile before
 * its line says which of these are true in it. Pure.
 */
import type { Card, State } from './card.ts';

type Of = Pick<Card, 'state'>;
type Meaning =
  | 'being_created'
  | 'awaits_decision'
  | 'resting'
  | 'editable'
  | 'being_published'
  | 'over'
  | 'in_trouble';

const meanings: Readonly<Record<State, readonly Meaning[]>> = {
  queued: ['being_created'],
  creating: ['being_created'],
  generating: ['being_created'],
  review: ['awaits_decision', 'resting', 'editable'],
  changes_requested: ['awaits_decision', 'resting', 'editable'],
  scheduled: ['resting', 'editable'],
  approved: ['being_published'],
  publishing: ['being_published'],
  published: ['over'],
  rejected: ['over'],
  failed: ['over', 'editable', 'in_trouble'],
  outcome_unknown: ['in_trouble'],
};

const is =
  (meaning: Meaning) =>
  (card: Of): boolean =>
    meanings[card.state].includes(meaning);

/** The service hasn't created its post yet, and may do so at any moment. */
export const isBeingCreated = is('being_created');
/** People have to decide about it. */
export const awaitsDecision = is('awaits_decision');
/**
 * Nobody is working on it: it waits for people or for its time, and follows what is changed in the service's
 * web app.
 */
export const isResting = is('resting');
/** People can edit it, which clears the approvals of its old content. */
export const isEditable = is('editable');
/** It was approved, and a job publishes it. */
export const isBeingPublished = is('being_published');
/** It's published, or won't be unless people act, so its planned time doesn't matter anymore. */
export const isOver = is('over');
/** It failed, or nobody knows whether it did. */
export const isInTrouble = is('in_trouble');

/** Something is in progress that ends by itself, usually within seconds. */
export const isUnderWay = (card: Of & Pick<Card, 'pending'>): boolean =>
  card.pending !== undefined || isBeingCreated(card) || isBeingPublished(card);
