/** What a card becomes by a move that it allows. Whether it allows it is decided in `moves.ts`. */
import { publishesAgain } from './again.ts';
import type { Card, Entry, State, Step } from './card.ts';
import { changed, describeChange } from './change.ts';
import { contentHash } from './content.ts';
import type { Move } from './move.ts';
import { observe } from './observe.ts';

/** The parts of the card that change. */
export function apply(card: Card, move: Move): Partial<Card> {
  const publishing = card.state === 'publishing' || move.type === 'publish';
  const by = 'by' in move ? move.by : publishing ? card.approvals.at(-1)?.by : undefined;
  const history = (what: Entry['what'], note?: string): Entry[] => [
    ...card.history,
    { what, at: move.at, ...(by && { by }), ...(note && { note }) },
  ];
  switch (move.type) {
    case 'start creating':
      return { state: 'creating' };
    case 'accept':
      return {
        state: 'generating',
        postId: move.postId,
        campaignId: move.campaignId,
        watchedSince: move.at,
      };
    case 'create':
      return { state: card.rest, postId: move.postId };
    case 'add post':
      return {
        posts: card.posts.includes(move.card) ? card.posts : [...card.posts, move.card],
        // the answer may have named none; its first post does
        campaignId: card.campaignId ?? move.campaignId,
      };
    case 'observe':
      return observe(card, move.post, history);
    case 'complete campaign':
      return { state: 'review', problem: move.problem };
    case 'fail':
      // a publish that was refused leaves the post as it was, so people decide about it again
      return {
        state: move.problem.step === 'publish' ? card.rest : 'failed',
        problem: move.problem,
        unproven: undefined,
      };
    case 'lose track':
      return { state: 'outcome unknown', problem: move.problem, unproven: undefined };
    case 'miss':
      return { missingSince: move.at };
    case 'warn':
      return { problem: move.problem };
    case 'start publishing':
      return { state: 'publishing' };
    case 'publish':
      return { state: 'published', unproven: true, history: history('published'), problem: undefined };
    case 'update':
      return confirmed(card);
    case 'fail update':
      return { pending: undefined, problem: move.problem };
    case 'draw':
      // the write itself counts: a card that did not move meanwhile is up to date with it
      return move.drawn === card.version
        ? { message: move.message ?? card.message, drawn: card.version + 1, bring: undefined }
        : { message: move.message ?? card.message, drawn: move.drawn };
    case 'bring':
      return { bring: true };
    case 'approve':
      return {
        state: 'approved',
        problem: undefined,
        approvals: [...card.approvals, { by: move.by, at: move.at, content: contentHash(card) }],
        tries: { ...card.tries, publish: card.tries.publish + 1 },
        history: history('approved'),
      };
    case 'reject':
      return { state: 'rejected', problem: undefined, history: history('rejected', move.reason) };
    case 'change':
      return { pending: { ...move.pending, by: move.by, at: move.at }, problem: undefined };
    case 'ask again':
      return publishesAgain(card)
        ? {
            state: 'approved',
            problem: undefined,
            approvals: [{ by: move.by, at: move.at, content: contentHash(card) }],
            tries: { ...card.tries, publish: card.tries.publish + 1 },
            history: history('asked again'),
          }
        : {
            ...unmade,
            state: 'queued',
            problem: undefined,
            tries: { ...card.tries, create: card.tries.create + 1 },
            history: history('asked again'),
          };
    case 'look again':
      return {
        state: lookedAt[card.problem?.step ?? 'create'],
        ...(card.problem?.step === 'proof' && { unproven: true }),
        watchedSince: move.at,
        missingSince: undefined,
        history: history('looked again'),
      };
  }
}

/** Where a card goes back to when a person asks to look for a lost outcome again. */
const lookedAt: Record<Step, State> = {
  create: 'creating',
  generate: 'generating',
  publish: 'publishing',
  update: 'review',
  proof: 'published',
  due: 'scheduled',
  gone: 'review',
};

const unmade = {
  postId: undefined,
  campaignId: undefined,
  watchedSince: undefined,
  missingSince: undefined,
  posts: [],
};

/** The pending change, now that the service has it. */
function confirmed(card: Card): Partial<Card> {
  const pending = card.pending;
  if (!pending) return {};
  const { what, by, at, change } = pending;
  const note = what === 'edit' ? describeChange(change) : undefined;
  const entry: Entry = { what: done[what], by, at, ...(note && { note }) };
  const content = changed(card.content, change);
  const { scheduledAt } = change;
  const rest = scheduledAt === null ? 'review' : 'scheduled';
  return {
    pending: undefined,
    content,
    history: [...card.history, entry],
    // a post that was changed after a failure is one to decide about again
    ...(scheduledAt !== undefined
      ? { state: rest, rest }
      : card.state === 'failed' && { state: 'review', rest: 'review' }),
  };
}

const done = { edit: 'edited', schedule: 'scheduled', unschedule: 'unscheduled' } as const;
