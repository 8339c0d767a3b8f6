/** What a card becomes by a move that it allows. Whether it allows it is decided in `moves.ts`. */

import * as underRule from './approvals.ts';
import { publishesAgain } from './ask-again.ts';
import { needsRendering } from './attention.ts';
import type { Card, Entry, State } from './card.ts';
import { confirmed, onSchedule } from './confirmed.ts';
import { contentHash } from './content.ts';
import { checksOfApproval, filesChecked, unreadFiles } from './file-checks.ts';
import { drawnThrough, observe } from './observe.ts';
import { outdatedAt } from './outdated.ts';
import type { Step } from './problem.ts';
import { publisherOf } from './publisher.ts';
import type { Transition } from './transition.ts';

/** The parts of the card that change. */
export function apply(card: Card, move: Transition): Partial<Card> {
  const { batch } = move;
  const publishing = wasSent(card) || move.type === 'publish';
  const by = 'by' in move ? move.by : publishing ? publisherOf(card) : undefined;
  const history = (what: Entry['what'], note?: string): Entry[] => [
    ...card.history,
    { what, at: move.at, ...(by && { by }), ...(note && { note }), ...(batch && { batch }) },
  ];
  switch (move.type) {
    case 'start_creating':
      return started(card, move);
    case 'accept':
      return {
        ...copyingSince(card, move.at),
        state: 'generating',
        postId: move.postId,
        campaignId: move.campaignId,
        watchedSince: move.at,
      };
    case 'create':
      return {
        ...copyingSince(card, move.at),
        state: card.rest,
        postId: move.postId,
        ...(card.rest === 'scheduled' && {
          // nobody knows whether it came before the freeze
          cleared: move.paused ? undefined : contentHash(card),
          onSchedule: onSchedule(card.author, card.content.scheduledAt),
        }),
      };
    case 'clear':
      return {
        cleared: contentHash(card),
        ...(move.mended && { problem: undefined }),
        ...(!move.mended && !card.waitsForGroups && { drawn: drawnThrough(card) }),
      };
    case 'hold':
      return { ...underRule.hold(card, move), missingSince: undefined };
    case 'add_post':
      return {
        posts: card.posts.includes(move.card) ? card.posts : [...card.posts, move.card],
        // the answer may have named none; its first post does
        campaignId: card.campaignId ?? move.campaignId,
      };
    case 'observe':
      return observe(card, move, history);
    case 'complete_campaign':
      return { state: 'review', problem: move.problem };
    case 'fail':
      // a publish that was refused leaves the post as it was, so people decide about it again
      return {
        state: move.problem.step === 'publish' ? card.rest : 'failed',
        problem: move.problem,
        unproven: undefined,
        // people decide about it again, and it is looked for anew
        ...(move.problem.step === 'publish' && { missingSince: undefined }),
      };
    case 'lose_track':
      return { state: 'outcome_unknown', problem: move.problem, unproven: undefined };
    case 'miss':
      return { missingSince: card.missingSince ?? move.at, drawn: drawnThrough(card) };
    case 'warn':
      return { problem: move.problem };
    case 'wait':
      return { waitsForGroups: move.groups };
    case 'start_publishing':
      return { state: 'publishing', watchedSince: move.at, missingSince: undefined };
    case 'publish':
      return { state: 'published', unproven: true, history: history('published'), problem: undefined };
    case 'update':
      return { ...confirmed(card, move), outdated: outdatedAt(card, move.at) };
    case 'doubt_update':
      return { pending: { ...move.pending, inDoubt: true }, problem: move.problem };
    case 'fail_update':
      return { pending: undefined, problem: move.problem };
    case 'draw':
      // the write itself counts: a card that did not move meanwhile is up to date with it
      return {
        message: move.message ?? card.message,
        ...(move.message && move.message.ts !== card.message?.ts && { repost: undefined }),
        ...(move.drawn === card.version
          ? { drawn: card.version + 1, bring: undefined }
          : {
              drawn: move.drawn,
              // without its buttons yet, it is behind by more
              ...(move.drawn > 0 && { redraw: card.redraw }),
            }),
      };
    case 'redraw':
      return needsRendering(card) ? { redraw: card.redraw } : { redraw: true };
    case 'bring':
      return { bring: true };
    case 'approve':
      if (move.under)
        return {
          ...underRule.approve(card, move, move.under),
          ...checksOfApproval(card, move.at),
          history: history('approved'),
        };
      return {
        approvals: [...card.approvals, { by: move.by, at: move.at, content: contentHash(card) }],
        ...underRule.carryOut(card, move, !move.planned),
        history: history('approved'),
      };
    case 'undo':
      return { ...underRule.undo(card), history: history('taken_back') };
    case 'unschedule':
      return {
        ...underRule.takeOff(card, move.was),
        outdated: outdatedAt(card, move.at),
        history: history('frozen'),
      };
    case 'leave':
      return { wantedAt: undefined, problem: undefined, history: history('left_as_draft') };
    case 'request_changes':
      return {
        state: 'changes_requested',
        approvals: [],
        problem: undefined,
        history: history('changes_requested', move.note),
      };
    case 'resubmit':
      return { state: 'review', problem: undefined, history: resubmitted(card, history('resubmitted')) };
    case 'reopen':
      return { state: 'review', rest: 'review', approvals: [], history: history('reopened') };
    case 'reject':
      return { state: 'rejected', problem: undefined, history: history('rejected', move.reason) };
    case 'change':
      return { problem: undefined, ...changing(card, move) };
    case 'retry':
      return publishesAgain(card)
        ? {
            ...underRule.toPublish(card),
            ...(move.under && checksOfApproval(card, move.at)),
            approvals: [
              ...(move.under ? card.approvals : []),
              { by: move.by, at: move.at, content: contentHash(card) },
            ],
            history: history('asked_again'),
          }
        : {
            ...unmade,
            state: 'queued',
            problem: undefined,
            tries: { ...card.tries, create: card.tries.create + 1 },
            history: history('asked_again'),
          };
    case 'await_files':
      return { fileChecks: card.fileChecks && { ...card.fileChecks, waitingSince: move.at } };
    case 'check_files': {
      const checked = { ...filesChecked(card, move) };
      const isSeen =
        card.fileChecks?.waitingSince !== undefined ||
        unreadFiles({ ...card, ...checked }).length > 0 ||
        checked.media !== undefined;
      return { ...checked, ...(!isSeen && { drawn: drawnThrough(card) }) };
    }
    case 'void_files':
      return {
        approvals: [],
        fileChecks: undefined,
        // it may not stay on the schedule as it is
        cleared: undefined,
        history: history('voided', move.files.map((n) => `file ${n}`).join(', ')),
      };
    case 'check_again':
      return {
        state: checkedAt[card.problem?.step ?? 'create'],
        ...(card.problem?.step === 'proof' && { unproven: true }),
        watchedSince: move.at,
        missingSince: undefined,
        history: history('looked_again'),
      };
  }
}

const changes = new Set<Entry['what']>(['edited', 'planned', 'scheduled', 'unscheduled']);

/** Reviewers learn from the last entry whether anything changed since they requested it. */
function resubmitted({ history }: Card, after: Entry[]): Entry[] {
  const since = history.slice(history.findLastIndex(({ what }) => what === 'changes_requested') + 1);
  if (since.some(({ what }) => changes.has(what))) return after;
  return after.map((entry, i) => (i === after.length - 1 ? { ...entry, unchanged: true } : entry));
}

function changing(card: Card, move: Extract<Transition, { type: 'change' }>): Partial<Card> {
  const { by, at, batch, pending, plans, under } = move;
  const { scheduledAt } = pending.change;
  if (plans && scheduledAt) return underRule.plan(card, move, scheduledAt);
  return under ? underRule.change(card, move, under) : { pending: { ...pending, by, at, batch } };
}

/** The service was asked to publish it, whether or not it answered. */
const wasSent = ({ state, problem }: Card): boolean =>
  state === 'publishing' || (state === 'outcome_unknown' && problem?.step === 'publish');

/** Where a card goes back to when a person asks to look for a lost outcome again. */
const checkedAt: Record<Step, State> = {
  create: 'creating',
  generate: 'generating',
  publish: 'publishing',
  update: 'review',
  proof: 'published',
  due: 'scheduled',
  gone: 'review',
};

/** The service has files by now that were entered here. */
function copyingSince({ content, request }: Card, at: string): Pick<Card, 'copying'> {
  return { copying: request?.kind === 'post' && content.mediaUrls.length > 0 ? at : undefined };
}

const unmade = {
  media: undefined,
  copying: undefined,
  postId: undefined,
  campaignId: undefined,
  watchedSince: undefined,
  missingSince: undefined,
  posts: [],
};

/** A client can submit any name with an id, so the card takes those that the service has. */
function started(
  card: Card,
  { request, draft }: Extract<Transition, { type: 'start_creating' }>,
): Partial<Card> {
  const { brand, profiles } = request ?? { brand: card.brand, profiles: card.content.profiles };
  const content = { ...card.content, profiles };
  return {
    state: 'creating',
    ...(request && { request }),
    ...{ brand, content },
    ...(draft && asDraft({ ...card, content })),
  };
}

/** A post with a time that waits for approval is made without it. */
function asDraft(card: Pick<Card, 'content'>): Partial<Card> {
  const { scheduledAt, ...content } = card.content;
  return scheduledAt ? { content, wantedAt: scheduledAt, rest: 'review' } : {};
}
