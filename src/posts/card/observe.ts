/** How a card changes when the listing shows its post. */

import {
  isFinished,
  isGenerating,
  isInProgress,
  isOnSchedule,
  isPublished,
  type Post,
} from '#src/platform/publishing-api/post.ts';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import { dueAt, isFollowed } from './attention.ts';
import { keptCaption } from './bounds.ts';
import type { Card, Content, Entry } from './card.ts';
import {
  contentShown,
  keptMedia,
  mediaAfterCheck,
  sameButSignature,
  sameIds,
  sameWords,
} from './same-content.ts';
import {
  followsWebApp,
  isBeingGenerated,
  isBeingPublished,
  isDropped,
  isInTrouble,
  isScheduled,
  undecidedState,
} from './state.ts';
import type { Transition } from './transition.ts';

/** Updates the card to the post in the service, including changes that were made outside Slack. */
export function observe(
  card: Card,
  transition: Extract<Transition, { type: 'observe' }>,
  history: (what: Entry['what'], note?: string) => Entry[],
): Partial<Card> {
  const next = asShown(card, transition, history);
  return looksTheSame(card, { ...card, ...next })
    ? { ...next, renderedVersion: renderedThrough(card) }
    : next;
}

/** The fields of a card that come from the listing. A change of these is recorded, and people see it. */
export const fieldsFromListing = ({
  state,
  content,
  statusWord,
  missingSince,
  unverified,
}: Card): unknown[] => [state, content, statusWord, missingSince, unverified];

/** People see no difference: only the signatures of addresses are new, or the search for copies is over. */
function looksTheSame(card: Card, next: Card): boolean {
  const seen = (one: Card): string =>
    JSON.stringify([fieldsFromListing(one), one.rest, one.profilesUnknown, one.problem, one.history]);
  const kept = keptMedia(card);
  return (
    seen(card) === seen(next) &&
    keptMedia(next).every((address, i) => sameButSignature(address, kept[i] ?? ''))
  );
}

function asShown(
  card: Card,
  { post, at, paused }: Extract<Transition, { type: 'observe' }>,
  history: (what: Entry['what'], note?: string) => Entry[],
): Partial<Card> {
  if (!settles(card, post, at)) return { missingSince: undefined, renderedVersion: renderedThrough(card) };
  const content = contentShown(card, post);
  const observed = {
    content,
    ...mediaAfterCheck(card, post, at),
    ...(post.profiles && { profilesUnknown: undefined }),
    postId: post.id,
    statusWord: undefined,
    missingSince: undefined,
    unverified: undefined,
    ...editedThere(card, content, at),
  };
  // only people reopen a rejected post
  const waiting = isDropped(card) ? card.state : undecidedState(card);
  const writing = isBeingGenerated(card) || card.problem?.step === 'generate';
  switch (post.status) {
    case 'published':
      if (card.unverified)
        return { unverified: undefined, missingSince: undefined, renderedVersion: renderedThrough(card) };
      return {
        ...observed,
        ...(isDropped(card) && withoutRejection),
        state: 'published',
        problem: undefined,
        pending: undefined,
        // the card's history already says that it was published from here
        history: card.problem?.step === 'proof' ? card.history : (wentOut(card, at) ?? history('published')),
      };
    case 'scheduled':
      return {
        ...observed,
        ...(isDropped(card) && {
          ...withoutRejection,
          history: [...(observed.history ?? card.history), { what: 'scheduled', at }],
        }),
        state: 'scheduled',
        rest: 'scheduled',
        requestedTime: undefined,
        problem: undefined,
      };
    case 'failed':
      if (isDropped(card)) return { ...observed, problem: undefined };
      return {
        ...observed,
        state: 'failed',
        problem: {
          ...(writing
            ? { step: 'generate', code: 'generation_failed' }
            : { step: 'publish', code: 'publishing_failed' }),
          shows: post.statusWord,
          at,
        },
      };
    case 'draft':
    case 'pending approval':
      // a pause that unschedules it reports that itself
      return missedItsTime(card, at) && !paused
        ? {
            ...observed,
            state: 'failed',
            rest: 'review',
            problem: { step: 'due', code: 'due_not_published', shows: post.statusWord, at },
          }
        : {
            ...observed,
            state: waiting,
            rest: 'review',
            problem: undefined,
            ...(writing && takesFiles(card, at)),
          };
    case 'generating':
    case 'publishing':
      return {
        postId: post.id,
        missingSince: undefined,
        ...(card.state === 'failed' && { state: 'generating', watchedSince: at, problem: undefined }),
      };
    case 'unknown':
      // a scheduled post stays scheduled, because its time still has to be watched
      return isScheduled(card)
        ? { ...observed, statusWord: post.statusWord }
        : { ...observed, state: waiting, statusWord: post.statusWord, ...(writing && takesFiles(card, at)) };
  }
}

/**
 * What a rejected post loses when it's published or scheduled outside Slack: nothing that was decided about it
 * before counts for that.
 */
const withoutRejection = {
  approvals: [],
  schedulableHash: undefined,
  onSchedule: undefined,
  replacedBy: undefined,
};

/** A rewrite that was just generated gets the files of the version that it rewrites. */
function takesFiles({ author: by, request }: Card, at: string): Pick<Card, 'pending'> | undefined {
  const urls = request?.kind === 'ai-post' ? request.rewrites?.mediaUrls : undefined;
  const change = { media: { how: 'replace' as const, urls: urls ?? [] } };
  return urls && { pending: { what: 'edit', by, at, change, ofRewrite: true } };
}

/** Whether what the service shows resolves an unknown outcome; always true for a card without one. */
function settles(card: Card, post: Post, at: string): boolean {
  const { status, scheduledAt } = post;
  if (isPublished(post)) return true;
  if (card.unverified) return isFinished(post);
  const step = isFollowed(card) ? card.problem?.step : undefined;
  switch (step) {
    case undefined:
      return true;
    case 'generate':
      return card.state === 'failed' || (!isGenerating(post) && status !== 'unknown');
    case 'gone':
      return !isInProgress(post);
    case 'due':
      return isOnSchedule(post) && scheduledAt !== undefined && Date.parse(scheduledAt) > Date.parse(at);
    default:
      return false;
  }
}

/** The history of a post that someone edited in the service's web app. */
function editedThere(card: Card, now: Content, at: string): Pick<Card, 'history'> | undefined {
  const { content: was, history } = card;
  // in other states, the difference may come from a request of ours that the service hasn't answered yet
  if (!followsWebApp(card) && card.state !== 'approved') return undefined;
  const sameBeyond = (what: keyof NonNullable<Content['beyond']>): boolean =>
    now.beyond?.[what] === was.beyond?.[what];
  const parts = [
    ...(sameWords(keptCaption(now.caption), was.caption) && sameBeyond('caption') ? [] : ['caption']),
    ...(JSON.stringify(now.mediaUrls) === JSON.stringify(was.mediaUrls) && sameBeyond('mediaUrls')
      ? []
      : ['files']),
    ...(card.profilesUnknown || (sameIds(now.profiles, was.profiles) && sameBeyond('profiles'))
      ? []
      : ['social profiles']),
  ];
  if (parts.length === 0) return undefined;
  return { history: [...history, { what: 'edited', at, note: parts.join(', ') }] };
}

function missedItsTime(card: Card, at: string): boolean {
  return isScheduled(card) && !card.pending && dueAt(card) <= Date.parse(at);
}

/**
 * The history of a post that was published at the time for which someone scheduled it here; `undefined` if it
 * was published some other way.
 */
function wentOut(card: Card, at: string): Entry[] | undefined {
  const { onSchedule, content } = card;
  const mayBeScheduled = isScheduled(card) || isBeingPublished(card) || isInTrouble(card);
  if (!mayBeScheduled || !onSchedule || !content.scheduledAt) return undefined;
  if (!sameTime(content.scheduledAt, onSchedule.for)) return undefined;
  if (Date.parse(content.scheduledAt) > Date.parse(at)) return undefined;
  return [...card.history, { what: 'published_on_schedule', by: onSchedule.by, at: onSchedule.for }];
}

/**
 * The version that the message shows after a transition that changes nothing visible: an up-to-date message
 * stays up to date.
 */
export function renderedThrough(card: Card): number {
  return card.renderedVersion === card.version ? card.version + 1 : card.renderedVersion;
}
