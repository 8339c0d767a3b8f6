/** The one place that decides which moves a card may make. Pure: a card and a move in, a card or a refusal out. */
import { mayAskAgain, publishesAgain } from './again.ts';
import { apply } from './apply.ts';
import { bounded, kept } from './bounds.ts';
import { type Card, type Entry, type Pending, type State, states } from './card.ts';
import type { Move } from './move.ts';

/** Why a move was not made: `busy` names the change under way, `decided` what the last person did. */
export type Refused =
  | { why: 'busy'; pending: Pending }
  | { why: 'decided'; state: State; last: Entry | undefined }
  | { why: 'not now'; state: State };

export type Moved = { card: Card } | { refused: Refused };

const from: Record<Move['type'], readonly State[]> = {
  'start creating': ['queued', 'creating'],
  // an answer may come after we stopped looking for it
  accept: ['creating', 'outcome unknown'],
  create: ['creating', 'outcome unknown'],
  'add post': ['generating'],
  observe: ['generating', 'review', 'scheduled', 'approved', 'publishing', 'published'],
  'complete campaign': ['generating'],
  fail: ['queued', 'creating', 'generating', 'review', 'approved', 'publishing', 'scheduled', 'published'],
  'lose track': ['creating', 'generating', 'publishing', 'scheduled', 'published'],
  miss: ['generating', 'review', 'scheduled', 'published'],
  warn: ['generating', 'review', 'scheduled'],
  'start publishing': ['approved', 'publishing'],
  publish: ['publishing', 'outcome unknown'],
  // only its job ends a change, so it must always be able to
  update: states,
  'fail update': states,
  draw: states,
  bring: states,
  approve: ['review', 'scheduled', 'failed'],
  reject: ['review', 'failed'],
  change: ['review', 'scheduled', 'failed'],
  'ask again': ['failed', 'outcome unknown'],
  'look again': ['outcome unknown'],
};

/** Decisions about a post: in `failed` only where the post exists and it was the publishing that failed. */
const decisions = new Set<Move['type']>(['approve', 'reject', 'change']);
const byPeople = new Set<Move['type']>([...decisions, 'ask again', 'look again', 'bring']);

/** Makes the move, or says why not. The card that comes back has the next version; the old one is untouched. */
export function makeMove(card: Card, move: Move): Moved {
  if (move.of !== undefined && move.of !== card.moves)
    return { refused: { why: 'not now', state: card.state } };
  const refused = refusalOf(card, move);
  if (refused) return { refused };
  const next: Card = {
    ...card,
    ...apply(card, move),
    version: card.version + 1,
    moves: move.type === 'draw' ? card.moves : card.moves + 1,
    updatedAt: move.at,
  };
  return { card: bounded(next) };
}

/** Why the card does not allow this move now; `undefined` when it does. */
export function refusalOf(card: Card, move: Pick<Move, 'type'>): Refused | undefined {
  if (decisions.has(move.type) && card.pending) return { why: 'busy', pending: card.pending };
  const allowed =
    from[move.type].includes(card.state) &&
    (!decisions.has(move.type) || mayDecide(card)) &&
    (move.type !== 'add post' || card.posts.length < kept.posts) &&
    (move.type !== 'ask again' || mayAskAgain(card)) &&
    ((move.type !== 'update' && move.type !== 'fail update') || card.pending !== undefined) &&
    (card.state !== 'published' || !watching.has(move.type) || card.unproven === true);
  if (allowed) return undefined;
  const settled = card.state !== 'queued' && card.state !== 'creating' && card.state !== 'generating';
  return byPeople.has(move.type) && settled
    ? { why: 'decided', state: card.state, last: lastDecision(card) }
    : { why: 'not now', state: card.state };
}

/** Moves that come from looking at the listing: what is published and proven is not looked at any more. */
const watching = new Set<Move['type']>(['observe', 'lose track', 'miss', 'fail']);

function mayDecide(card: Card): boolean {
  if (card.kind === 'campaign' || card.postId === undefined) return false;
  return card.state !== 'failed' || publishesAgain(card);
}

function lastDecision(card: Card): Entry | undefined {
  return card.history.findLast((entry) => entry.what !== 'asked' && entry.what !== 'edited');
}
