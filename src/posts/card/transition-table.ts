/**
 * Every transition of a card: from which states, who asks for it, what it changes, and where it can lead. The
 * type makes a missing one an error, and `npm run --silent card-states` draws the diagram in docs/cards.md
 * from it. Pure.
 */
import * as approvals from './approvals.ts';
import { isFollowed, needsRendering, workOf } from './attention.ts';
import { cardLimits } from './bounds.ts';
import { type Card, type Entry, type State, states } from './card.ts';
import { confirmed, onSchedule } from './confirmed.ts';
import { approvable, contentHash, isOverdue } from './content.ts';
import { checksOfApproval, filesChecked, unreadFiles } from './file-checks.ts';
import { observe, renderedThrough } from './observe.ts';
import { outdatedAt } from './outdated.ts';
import { type Step, seenAnew } from './problem.ts';
import { publisherOf } from './publisher.ts';
import { decidedBefore, type Refused } from './refused.ts';
import { attemptsOf, canRetry, publishesAgain } from './retry.ts';
import { approvalProgress } from './rule.ts';
import { sourcesOf } from './same-content.ts';
import { isInTrouble, isScheduled, statesThat, wasPublished } from './state.ts';
import type { Transition } from './transition.ts';
import { replaced } from './versions.ts';

export type TransitionType = Transition['type'];
export type TransitionOf<T extends TransitionType> = Extract<Transition, { type: T }>;

interface TransitionRule<T extends Transition> {
  from: readonly State[];
  /** Where it can lead, besides the state that the card is in. */
  to: readonly State[];
  /**
   * `decision`: a person decides about the post, once no change of it is being saved. `person`: any other
   * click.
   */
  by: 'decision' | 'person' | 'job';
  /** What else must be true of the card. */
  when?: (card: Card) => boolean;
  /**
   * Why it's refused although the card allows it: because of the person, of the approvals, or of what the
   * button promised.
   */
  refuse?: (card: Card, transition: T) => Refused | undefined;
  /** It publishes or schedules the post, or approves it for that: refused during a pause. */
  leadsToPublishing?: (card: Card, transition: T) => boolean;
  /** It's about the message, not the post: earlier conclusions about the card still hold. */
  isOfMessage?: true;
  /** The card still waits for the same groups. */
  keepsWaiting?: true;
  /** The fields of the card that change; `entry` is its history with one more entry. */
  apply: (card: Card, transition: T, entry: (what: Entry['what'], note?: string) => Entry[]) => Partial<Card>;
}

const awaitsDecision = statesThat('awaits_decision');
const editable = statesThat('editable');
const withPost = [...editable, ...statesThat('being_published')];
const isChanging = (card: Card): boolean => card.pending !== undefined;
const checksFiles = (card: Card): boolean => card.fileChecks !== undefined;

export const transitions: { readonly [T in TransitionType]: TransitionRule<TransitionOf<T>> } = {
  start_creating: {
    from: ['queued', 'creating'],
    to: ['creating'],
    by: 'job',
    apply: started,
  },
  // an answer may come after the bot has stopped waiting for it
  accept: {
    from: ['creating', 'outcome_unknown'],
    to: ['generating'],
    by: 'job',
    apply: (card, { at, postId, campaignId }) => ({
      ...copyingSince(card, at),
      state: 'generating',
      postId,
      campaignId,
      watchedSince: at,
    }),
  },
  create: {
    from: ['creating', 'outcome_unknown'],
    to: ['review', 'scheduled'],
    by: 'job',
    apply: (card, { at, postId, paused }) => ({
      ...copyingSince(card, at),
      state: card.rest,
      postId,
      ...(card.rest === 'scheduled' && {
        // during a pause, nobody knows whether the post was scheduled before the pause began
        schedulableHash: paused ? undefined : contentHash(card),
        onSchedule: onSchedule(card.author, card.content.scheduledAt),
      }),
    }),
  },
  add_post: {
    from: ['generating'],
    to: [],
    by: 'job',
    when: (card) => card.posts.length < cardLimits.posts,
    apply: (card, { card: post, campaignId }) => ({
      posts: card.posts.includes(post) ? card.posts : [...card.posts, post],
      // if the service's answer had no campaign id, the campaign's first post has it
      campaignId: card.campaignId ?? campaignId,
    }),
  },
  observe: {
    from: statesThat('listed'),
    to: ['generating', 'review', 'changes_requested', 'scheduled', 'published', 'failed'],
    by: 'job',
    when: mayWatch,
    keepsWaiting: true,
    apply: observe,
  },
  complete_campaign: {
    from: ['generating'],
    to: ['review'],
    by: 'job',
    apply: (_, { problem }) => ({ state: 'review', problem }),
  },
  fail: {
    from: [
      ...statesThat('being_created'),
      ...statesThat('resting'),
      ...statesThat('being_published'),
      'published',
    ],
    to: ['failed', 'review', 'scheduled'],
    by: 'job',
    when: mayWatch,
    apply: (card, { problem }) => ({
      // a post that couldn't be published hasn't changed: people decide about it again, and it's checked
      // again
      state: problem.step === 'publish' ? card.rest : 'failed',
      problem,
      unverified: undefined,
      ...(problem.step === 'publish' && { missingSince: undefined }),
    }),
  },
  lose_track: {
    from: ['creating', 'generating', 'approved', 'publishing', 'scheduled', 'published'],
    to: ['outcome_unknown'],
    by: 'job',
    when: mayWatch,
    apply: (_, { problem }) => ({ state: 'outcome_unknown', problem, unverified: undefined }),
  },
  note_missing: {
    from: statesThat('listed'),
    to: [],
    by: 'job',
    when: mayWatch,
    keepsWaiting: true,
    apply: (card, { at }) => ({
      missingSince: card.missingSince ?? at,
      renderedVersion: renderedThrough(card),
    }),
  },
  note_deleted: {
    from: statesThat('dropped'),
    to: [],
    by: 'job',
    apply: (_, { problem }) => ({ problem }),
  },
  note_seen: {
    from: ['rejected', 'failed', 'outcome_unknown'],
    to: [],
    by: 'job',
    when: mayWatch,
    apply: (card, { seen }) => {
      const problem = seenAnew(card.problem, seen);
      return problem ? { problem } : { renderedVersion: renderedThrough(card) };
    },
  },
  warn: {
    from: ['generating', 'review', 'scheduled'],
    to: [],
    by: 'job',
    apply: (_, { problem }) => ({ problem }),
  },
  await_groups: {
    from: withPost,
    to: [],
    by: 'job',
    when: (card) => workOf(card) !== undefined,
    apply: (_, { groups }) => ({ waitsForGroups: groups }),
  },
  start_publishing: {
    from: ['approved', 'publishing'],
    to: ['publishing'],
    by: 'job',
    apply: (_, { at }) => ({ state: 'publishing', watchedSince: at, missingSince: undefined }),
  },
  publish: {
    from: ['publishing', 'outcome_unknown'],
    to: ['published'],
    by: 'job',
    apply: (_card, _transition, entry) => ({
      state: 'published',
      unverified: true,
      history: entry('published'),
      problem: undefined,
    }),
  },
  // only its job ends a change, so these must always be possible
  update: {
    from: states,
    to: ['review', 'scheduled', 'rejected'],
    by: 'job',
    when: isChanging,
    apply: (card, transition) => ({
      ...confirmed(card, transition),
      outdated: outdatedAt(card, transition.at),
    }),
  },
  doubt_update: {
    from: states,
    to: [],
    by: 'job',
    when: isChanging,
    apply: (_, { pending, problem }) => ({ pending: { ...pending, inDoubt: true }, problem }),
  },
  fail_update: {
    from: states,
    to: [],
    by: 'job',
    when: isChanging,
    apply: (_, { problem }) => ({ pending: undefined, problem }),
  },
  record_message: {
    from: states,
    to: [],
    by: 'job',
    isOfMessage: true,
    keepsWaiting: true,
    apply: (card, { message, renderedVersion }) => ({
      message: message ?? card.message,
      ...(message && message.ts !== card.message?.ts && { repost: undefined }),
      // this write raises the version, too, so a card that hasn't changed otherwise is up to date
      ...(renderedVersion === card.version
        ? { renderedVersion: card.version + 1, showInChannel: undefined }
        : // otherwise it's still out of date, for example because it has no buttons yet
          { renderedVersion, ...(renderedVersion > 0 && { rerender: card.rerender }) }),
    }),
  },
  rerender: {
    from: states,
    to: [],
    by: 'job',
    isOfMessage: true,
    keepsWaiting: true,
    apply: renderedLater,
  },
  request_approval: {
    from: ['review'],
    to: [],
    by: 'job',
    isOfMessage: true,
    keepsWaiting: true,
    apply: renderedLater,
  },
  show_in_channel: {
    from: states,
    to: [],
    by: 'person',
    keepsWaiting: true,
    apply: () => ({ showInChannel: true }),
  },
  approve: {
    from: ['review', 'scheduled', 'failed'],
    to: ['approved'],
    by: 'decision',
    refuse: approvalRefusal,
    leadsToPublishing: () => true,
    apply: approved,
  },
  undo: {
    from: ['approved'],
    to: ['review', 'scheduled'],
    by: 'person',
    when: (card) => card.publishAfter !== undefined,
    refuse: (card, transition) => {
      const by = approvals.lastApproval(card)?.by;
      return by === transition.by ? undefined : { why: 'not_yours', by };
    },
    apply: (card, _, entry) => ({ ...approvals.undo(card), history: entry('undone') }),
  },
  // the listing may have shown it as a draft before the pause notes that it unscheduled it
  unschedule: {
    from: ['scheduled', 'approved', 'review', 'changes_requested'],
    to: ['review'],
    by: 'job',
    when: mayUnschedule,
    apply: (card, { at, previousTime }, entry) => ({
      ...approvals.unschedule(card, previousTime),
      outdated: outdatedAt(card, at),
      history: entry('unscheduled_by_pause'),
    }),
  },
  leave_as_draft: {
    from: awaitsDecision,
    to: [],
    by: 'decision',
    apply: (_card, _transition, entry) => ({
      requestedTime: undefined,
      problem: undefined,
      history: entry('left_as_draft'),
    }),
  },
  reject: {
    from: [...awaitsDecision, 'failed'],
    to: ['rejected'],
    by: 'decision',
    apply: (card, transition, entry) => ({
      state: 'rejected',
      problem: undefined,
      ...(transition.replacedBy === undefined
        ? { replacedBy: undefined, history: entry('rejected', transition.reason) }
        : discarded(card, entry('rejected'), transition)),
    }),
  },
  add_version: {
    from: states,
    to: [],
    by: 'job',
    keepsWaiting: true,
    // submitting a rewrite twice doesn't undo a choice made in between, and nothing undoes a publication
    apply: (
      { versions = [], publishedVersion, state, keptVersion: version, discards },
      { card, isOpenAgain = false },
    ) => {
      if (versions.includes(card) && !isOpenAgain) return {};
      const isDecided = publishedVersion !== undefined || wasPublished({ state });
      return {
        ...(!isOpenAgain && { versions: [...versions, card] }),
        ...(!isDecided && {
          keptVersion: undefined,
          // versions that were discarded before stay discarded
          ...(discards && { discards: { version, ...discards } }),
        }),
      };
    },
  },
  // recorded on the first version's card, whatever its state, so that only one of two people who choose at
  // once is first
  keep: {
    from: states,
    to: [],
    by: 'person',
    // a version that was open when another one was kept is about to be discarded; one that was reopened since
    // can be kept instead
    refuse: ({ keptVersion, keptAt }, { version, opened }) =>
      keptVersion !== undefined && keptVersion !== version && keptAt !== undefined && opened <= keptAt
        ? { why: 'other_kept' }
        : undefined,
    keepsWaiting: true,
    apply: ({ rewriteOf }, { by, at, version }) => ({
      keptVersion: version,
      keptAt: at,
      keptBy: by,
      ...(rewriteOf === undefined && { discards: { ...(by && { by }) } }),
    }),
  },
  close_choice: {
    from: states,
    to: [],
    by: 'job',
    keepsWaiting: true,
    apply: (card, { version }) => ({
      publishedVersion: version,
      // a rejected post has no buttons that depend on this, so its message stays up to date
      ...(card.state === 'rejected' && { renderedVersion: renderedThrough(card) }),
    }),
  },
  end_discards: {
    from: states,
    to: [],
    by: 'job',
    when: ({ discards }) => discards !== undefined,
    keepsWaiting: true,
    isOfMessage: true,
    apply: (card) => ({ discards: undefined, renderedVersion: renderedThrough(card) }),
  },
  change: {
    from: editable,
    to: ['review'],
    by: 'decision',
    // the post was scheduled in the meantime, so there's no time left to plan
    refuse: (card, { onlyPlans, pending }) =>
      onlyPlans && pending.change.scheduledAt && isScheduled(card) ? decidedBefore(card) : undefined,
    leadsToPublishing: (_, { pending }) => Boolean(pending.change.scheduledAt),
    apply: (card, transition) => ({
      // the next attempt to unschedule a version compares its failure with this one
      ...(!transition.pending.replacedBy && { problem: undefined }),
      ...changing(card, transition),
    }),
  },
  request_changes: {
    from: ['review'],
    to: ['changes_requested'],
    by: 'decision',
    apply: (card, { note }, entry) => ({
      state: 'changes_requested',
      approvals: [],
      problem: undefined,
      before: undefined,
      sentBack: approvable(card),
      history: entry('changes_requested', note),
    }),
  },
  resubmit: {
    from: ['changes_requested'],
    to: ['review'],
    by: 'decision',
    apply: (card, _, entry) => ({
      state: 'review',
      problem: undefined,
      history: resubmitted(card, entry('resubmitted')),
    }),
  },
  reopen: {
    from: ['rejected'],
    to: ['review'],
    by: 'decision',
    apply: (_card, _transition, entry) => ({
      state: 'review',
      rest: 'review',
      approvals: [],
      problem: undefined,
      replacedBy: undefined,
      history: entry('reopened'),
    }),
  },
  // the content may be on the service's schedule from now on; `withhold` is for content that may not before
  // it's approved
  allow_schedule: {
    from: ['scheduled'],
    to: [],
    by: 'job',
    apply: (card, { clearsProblem }) => ({
      schedulableHash: contentHash(card),
      ...(clearsProblem && { problem: undefined }),
      ...(!clearsProblem && !card.waitsForGroups && { renderedVersion: renderedThrough(card) }),
    }),
  },
  withhold: {
    from: editable,
    to: ['review'],
    by: 'job',
    when: mayWithhold,
    apply: (card, transition) => ({ ...approvals.withhold(card, transition), missingSince: undefined }),
  },
  retry: {
    from: ['failed', 'outcome_unknown'],
    to: ['queued', 'approved'],
    by: 'person',
    when: canRetry,
    refuse: retryRefusal,
    leadsToPublishing: publishesAgain,
    apply: retried,
  },
  check_again: {
    from: ['outcome_unknown'],
    to: ['creating', 'generating', 'publishing', 'review', 'published', 'scheduled'],
    by: 'person',
    apply: (card, { at }, entry) => ({
      state: checkedAt[card.problem?.step ?? 'create'],
      ...(card.problem?.step === 'proof' && { unverified: true }),
      watchedSince: at,
      missingSince: undefined,
      history: entry('checked_again'),
    }),
  },
  await_files: {
    from: withPost,
    to: [],
    by: 'job',
    when: checksFiles,
    apply: ({ fileChecks }, { at }) => ({ fileChecks: fileChecks && { ...fileChecks, waitingSince: at } }),
  },
  note_unread: {
    from: withPost,
    to: [],
    by: 'job',
    when: checksFiles,
    isOfMessage: true,
    keepsWaiting: true,
    apply: (card, { at }) => ({
      fileChecks: card.fileChecks && { ...card.fileChecks, unreadSince: at },
      renderedVersion: renderedThrough(card),
    }),
  },
  // what was read is recorded, whatever has happened to the post meanwhile
  check_files: {
    from: states,
    to: [],
    by: 'job',
    when: checksFiles,
    isOfMessage: true,
    apply: (card, transition) => {
      const checked = { ...filesChecked(card, transition) };
      const isSeen =
        card.fileChecks?.waitingSince !== undefined ||
        unreadFiles({ ...card, ...checked }).length > 0 ||
        checked.media !== undefined;
      return { ...checked, ...(!isSeen && { renderedVersion: renderedThrough(card) }) };
    },
  },
  void_files: {
    from: withPost,
    to: [],
    by: 'job',
    when: checksFiles,
    apply: (_, { files }, entry) => ({
      approvals: [],
      fileChecks: undefined,
      // the post can't stay scheduled with this content
      schedulableHash: undefined,
      history: entry('voided', files.map((n) => `file ${n}`).join(', ')),
    }),
  },
};

/**
 * The fields of the card that the transition changes. Whether it's allowed is decided in apply-transition.ts.
 */
export function apply(card: Card, transition: Transition): Partial<Card> {
  const { at, batch } = transition;
  const isPublishing = wasSent(card) || transition.type === 'publish';
  const by = 'by' in transition ? transition.by : isPublishing ? publisherOf(card) : undefined;
  const entry = (what: Entry['what'], note?: string): Entry[] => [
    ...card.history,
    { what, at, ...(by && { by }), ...(note && { note }), ...(batch && { batch }) },
  ];
  return ruleOf(transition).apply(card, transition, entry);
}

/** Each rule takes its own type of transition, which TypeScript can't follow through a lookup. */
export const ruleOf = ({ type }: Transition): TransitionRule<Transition> =>
  transitions[type] as TransitionRule<Transition>;

/**
 * An approval counts once for each person, comes before its time has passed, and does no more than its button
 * said.
 */
function approvalRefusal(card: Card, transition: TransitionOf<'approve'>): Refused | undefined {
  const { by, at, approvers, atPlannedTime, newTime, moreNeeded } = transition;
  if (approvers) {
    const progress = approvalProgress(card, approvers);
    const gave = progress.given.some((approval) => approval.by === by);
    if (gave && !progress.complete) return { why: 'already_approved', progress };
  } else if (atPlannedTime && !isScheduled(card)) {
    const retimed = newTime === undefined ? card : { ...card, ...approvals.timed(card, newTime) };
    if (isOverdue(retimed, Date.parse(at))) return { why: 'time_passed' };
  }
  if (!moreNeeded) return undefined;
  const { state, pending } = apply(card, transition);
  if (state !== 'approved' && !pending) return undefined;
  const other = card.approvals.findLast((approval) => approval.by !== by)?.by;
  return { why: 'final_approval', by: other, does: pending ? 'schedules' : 'publishes' };
}

/** Under a rule, an approval may be one of several. */
function approved(
  before: Card,
  transition: TransitionOf<'approve'>,
  entry: (what: Entry['what']) => Entry[],
): Partial<Card> {
  const { by, at, approvers, atPlannedTime, newTime } = transition;
  const history = entry('approved');
  const retimed = newTime === undefined ? {} : approvals.timed(before, newTime);
  const card = { ...before, ...retimed };
  if (approvers)
    return {
      ...retimed,
      ...approvals.approve(card, transition, approvers),
      ...checksOfApproval(card, at),
      history,
    };
  return {
    ...retimed,
    approvals: [...card.approvals, { by, at, content: contentHash(card) }],
    ...approvals.carryOut(card, transition, !atPlannedTime),
    history,
  };
}

/** `after`: its history, of which the last entry says by whom and when. */
function discarded(
  card: Card,
  after: Entry[],
  { replacedBy, isPublished }: Extract<TransitionOf<'reject'>, { replacedBy: string }>,
): Partial<Card> {
  const why = isPublished ? 'published' : 'kept';
  return {
    ...replaced(card, replacedBy),
    ...(isPublished && { publishedVersion: replacedBy }),
    history: after.map((one, i) => (i === after.length - 1 ? { ...one, replaced: why } : one)),
  };
}

/** Publishes the existing post, or creates another. */
function retried(
  card: Card,
  { by, at, approvers }: TransitionOf<'retry'>,
  entry: (what: Entry['what']) => Entry[],
): Partial<Card> {
  const history = entry('retried');
  if (!publishesAgain(card)) {
    const attempts = { ...card.attempts, create: card.attempts.create + 1 };
    return { ...withoutPost, state: 'queued', problem: undefined, attempts, history };
  }
  return {
    ...approvals.toPublish(card),
    ...(approvers && checksOfApproval(card, at)),
    approvals: [...(approvers ? card.approvals : []), { by, at, content: contentHash(card) }],
    history,
  };
}

/** A button counts once, and publishing again needs all approvals. */
function retryRefusal(
  card: Card,
  { by, at, approvers, attempt }: TransitionOf<'retry'>,
): Refused | undefined {
  if (attempt !== undefined && attempt !== attemptsOf(card)) return decidedBefore(card);
  if (!approvers || !publishesAgain(card)) return undefined;
  const own = { by, at, content: contentHash(card) };
  const progress = approvalProgress({ ...card, approvals: [...card.approvals, own] }, approvers);
  return progress.complete ? undefined : { why: 'not_enough', progress };
}

/**
 * A post that is published and verified isn't checked anymore, nor is one that ended with a known outcome.
 */
function mayWatch(card: Card): boolean {
  if (wasPublished(card)) return card.unverified === true;
  return !isInTrouble(card) || isFollowed(card);
}

function mayUnschedule({ state, postId, requestedTime }: Card): boolean {
  return postId !== undefined && (isScheduled({ state }) || requestedTime === undefined);
}

/** Scheduled, or being scheduled. */
function mayWithhold({ state, pending }: Card): boolean {
  return pending ? Boolean(pending.change.scheduledAt) : isScheduled({ state });
}

const changes = new Set<Entry['what']>(['edited', 'planned', 'scheduled', 'unscheduled']);

/** For changes that don't affect the post: updating its message can wait. */
function renderedLater(card: Card): Partial<Card> {
  return needsRendering(card) ? { rerender: card.rerender } : { rerender: true };
}

/** Reviewers learn from the last entry whether anything changed since they requested changes. */
function resubmitted({ history }: Card, after: Entry[]): Entry[] {
  const since = history.slice(history.findLastIndex(({ what }) => what === 'changes_requested') + 1);
  if (since.some(({ what }) => changes.has(what))) return after;
  return after.map((entry, i) => (i === after.length - 1 ? { ...entry, unchanged: true } : entry));
}

function changing(card: Card, transition: TransitionOf<'change'>): Partial<Card> {
  const { by, at, batch, pending, onlyPlans, approvers } = transition;
  const { scheduledAt } = pending.change;
  if (onlyPlans && scheduledAt) return approvals.plan(card, transition, scheduledAt);
  return approvers
    ? approvals.change(card, transition, approvers)
    : { pending: { ...pending, by, at, batch } };
}

/** The service was asked to publish it, whether or not it answered. */
const wasSent = ({ state, problem }: Card): boolean =>
  state === 'publishing' || (state === 'outcome_unknown' && problem?.step === 'publish');

/** The state that a card returns to when a person asks to check an unknown outcome again. */
const checkedAt: Record<Step, State> = {
  create: 'creating',
  generate: 'generating',
  publish: 'publishing',
  update: 'review',
  proof: 'published',
  due: 'scheduled',
  gone: 'review',
};

/** From now on, the service may be copying files that were entered here. */
function copyingSince({ content, request }: Card, at: string): Pick<Card, 'copying'> {
  return { copying: request?.kind === 'post' && content.mediaUrls.length > 0 ? at : undefined };
}

const withoutPost = {
  media: undefined,
  copying: undefined,
  postId: undefined,
  campaignId: undefined,
  watchedSince: undefined,
  missingSince: undefined,
  posts: [],
};

/** A client can submit any name with an id, so the card uses the service's names. */
function started(card: Card, { request, mediaUrls, draft }: TransitionOf<'start_creating'>): Partial<Card> {
  const { brand, profiles } = request ?? { brand: card.brand, profiles: card.content.profiles };
  const content = { ...card.content, profiles, ...(mediaUrls && { mediaUrls }) };
  return {
    state: 'creating',
    ...(request && { request }),
    brand,
    content,
    ...(request?.kind === 'post' && {
      media: sourcesOf({ request, content: { ...content, mediaUrls: request.mediaUrls } }),
    }),
    ...(draft && asDraft({ ...card, content })),
  };
}

/** A post with a time that needs approval is created without it. */
function asDraft(card: Pick<Card, 'content'>): Partial<Card> {
  const { scheduledAt, ...content } = card.content;
  return scheduledAt ? { content, requestedTime: scheduledAt, rest: 'review' } : {};
}
