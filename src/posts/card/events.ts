/**
 * The typed events of a transition. The audit entry, the notifications to send and the jobs to queue follow
 * from them. Pure: takes the card before and after, and the transition.
 */
import { z } from 'zod';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Card, Entry } from './card.ts';
import { approvable } from './content.ts';
import { differences } from './difference.ts';
import { isStillScheduled, type Problem, problemSchema } from './problem.ts';
import { publisherOf, triedAgainBy } from './publisher.ts';
import {
  awaitsDecision,
  isBeingGenerated,
  isDropped,
  isInReview,
  isInTrouble,
  isResting,
  isScheduled,
  wasPublished,
} from './state.ts';
import type { Transition } from './transition.ts';

/** A Slack user. */
const user = z.string();
/** UTC, ISO. */
const time = z.iso.datetime({ offset: true });
/** Absent: the bot did it, or someone in the service's web app. */
const by = user.optional();

/** Stored with the card until people were notified, so fields may only be added, as optional ones. */
export const postEventSchema = z.discriminatedUnion('type', [
  /**
   * The post was created, and waits for review or for its time. Not emitted for a post that was adopted from
   * a list.
   */
  z.object({ type: z.literal('post_ready') }),
  /** No post of a campaign is being generated anymore, or it took too long. */
  z.object({
    type: z.literal('campaign_ready'),
    posts: z.object({
      ready: z.int(),
      failed: z.int(),
      unknown: z.int().optional(),
      /** People have already decided about these. */
      reviewed: z.int().optional(),
      requested: z.int(),
      /** How many threads these posts are in, if more than one. */
      threads: z.int().optional(),
    }),
    /** More posts follow in another thread, where they're counted together. */
    goesOn: z.boolean().optional(),
    /** Cards whose posts are counted, too: one for each other brand. */
    others: z.array(z.string()).optional(),
    /** Someone stopped the import before all of its posts were created. */
    stopped: z.boolean().optional(),
    problem: problemSchema.optional(),
  }),
  /** Requested again, after a failure or an unknown outcome. */
  z.object({ type: z.literal('retried'), by: user }),
  z.object({ type: z.literal('approved'), by: user }),
  /** An approval was undone before the post was published. */
  z.object({ type: z.literal('approval_undone'), by: user }),
  /** `note`: what has to change. */
  z.object({ type: z.literal('changes_requested'), by: user, note: z.string() }),
  /** `unchanged`: nothing changed since changes were requested. */
  z.object({
    type: z.literal('resubmitted'),
    by: user,
    changesRequestedBy: by,
    unchanged: z.boolean(),
  }),
  /** An administrator changed the approval rule, so these people are asked to approve. */
  z.object({
    type: z.literal('approval_required'),
    by,
    approvers: z.object({ people: z.array(user), groups: z.array(z.string()) }),
  }),
  /**
   * A workflow asks people to approve, on behalf of `by`. `note`: its message; `anyone`: no rule says who
   * approves.
   */
  z.object({
    type: z.literal('approval_requested'),
    by: user,
    note: z.string().optional(),
    anyone: z.boolean().optional(),
  }),
  z.object({ type: z.literal('rejected'), by: user, reason: z.string() }),
  z.object({ type: z.literal('reopened'), by: user, rejectedBy: by }),
  /**
   * A change cleared all approvals, which `approvers` had given. `changed`: which parts; `time` and `was` if
   * the time is one.
   */
  z.object({
    type: z.literal('approvals_cleared'),
    by,
    approvers: z.array(user),
    changed: z.array(z.enum(['caption', 'media', 'profiles', 'time'])).optional(),
    time: time.optional(),
    was: time.optional(),
  }),
  /**
   * The service has scheduled it for `time`; `was`: the time before. `rejectedBy`: who had rejected it, and
   * nobody here reopened it.
   */
  z.object({ type: z.literal('scheduled'), by, time, was: time.optional(), rejectedBy: by }),
  /** Someone requested another time (absent: none). The service gets it after the last approval. */
  z.object({ type: z.literal('planned'), by, time: time.optional(), was: time.optional() }),
  /** `why`: a rule wants an approval first, or the brand is paused. */
  z.object({
    type: z.literal('unscheduled'),
    by,
    was: time.optional(),
    why: z.enum(['needs_approval', 'paused']).optional(),
  }),
  /**
   * `onSchedule`: the service published it at the time for which `by` had scheduled it. `rejectedBy`: as for
   * `scheduled`.
   */
  z.object({ type: z.literal('published'), by, onSchedule: z.boolean(), rejectedBy: by }),
  /** `by`: who had requested what failed. */
  z.object({ type: z.literal('failed'), by, problem: problemSchema }),
  z.object({ type: z.literal('outcome_unknown'), by, problem: problemSchema }),
  /** Nothing failed for good: the work waits for a cause that may affect many cards. */
  z.object({ type: z.literal('delayed'), problem: problemSchema }),
  /** The post had failed, or its outcome was unknown, and the listing shows that it's fine. */
  z.object({ type: z.literal('recovered') }),
]);
export type PostEvent = z.infer<typeof postEventSchema>;
export type EventType = PostEvent['type'];

/** The events of this transition, in the order in which people would report them; may be empty. */
export function eventsOf(before: Card | undefined, transition: Transition, after: Card): PostEvent[] {
  if (!before) return [];
  return [...clearedApprovals(before, transition, after), ...outcomeOf(before, transition, after)];
}

function outcomeOf(before: Card, transition: Transition, after: Card): PostEvent[] {
  switch (transition.type) {
    case 'create':
      return [{ type: 'post_ready' }];
    case 'complete_campaign':
      return [
        {
          type: 'campaign_ready',
          posts: transition.posts,
          ...(transition.goesOn && { goesOn: true }),
          ...(transition.others && transition.others.length > 0 && { others: transition.others }),
          ...(transition.stopped && { stopped: true }),
          ...(transition.problem && { problem: transition.problem }),
        },
      ];
    case 'observe':
      return eventsOfCheck(before, after);
    case 'publish':
      return [{ type: 'published', ...actor(publisherOf(after)), onSchedule: false }];
    case 'update':
      return updated(before, after);
    case 'change':
      return planned(before, after, transition.by);
    case 'withhold':
      return [
        ...(transition.problem ? [failed(before, transition.problem)] : []),
        ...planned(before, after, undefined),
      ];
    case 'unschedule':
      return unscheduled(before, after, { by: transition.by, why: 'paused' });
    case 'fail':
      return [failed(before, transition.problem)];
    case 'lose_track':
      return [{ ...failed(before, transition.problem), type: 'outcome_unknown' }];
    case 'warn':
      return warned(before, transition.problem);
    case 'doubt_update':
      return [{ ...failed(before, transition.problem), type: 'outcome_unknown' }];
    case 'fail_update':
      return failedUpdate(before, transition.problem);
    case 'rerender':
      return transition.asks && isInReview(after) && after.kind !== 'campaign'
        ? [{ type: 'approval_required', ...actor(transition.asks.by), approvers: transition.asks.approvers }]
        : [];
    case 'request_approval':
      return [
        {
          type: 'approval_requested',
          by: transition.by,
          ...(transition.note && { note: transition.note }),
          ...(transition.anyone && { anyone: true }),
        },
      ];
    case 'request_changes':
      return [{ type: 'changes_requested', by: transition.by, note: transition.note }];
    case 'reject':
      return transition.replacedBy !== undefined
        ? []
        : [{ type: 'rejected', by: transition.by, reason: transition.reason }];
    case 'resubmit': {
      const changesRequestedBy = lastBy(before, 'changes_requested');
      return [
        {
          type: 'resubmitted',
          by: transition.by,
          ...(changesRequestedBy !== undefined && { changesRequestedBy }),
          unchanged: added(before, after)?.unchanged === true,
        },
      ];
    }
    case 'reopen': {
      const rejectedBy = lastBy(before, 'rejected');
      return [{ type: 'reopened', by: transition.by, ...(rejectedBy !== undefined && { rejectedBy }) }];
    }
    default: {
      const type = decided[transition.type];
      return type && 'by' in transition && transition.by ? [{ type, by: transition.by }] : [];
    }
  }
}

/** Events that name the person who acted, by the transition that causes them. */
const decided: Partial<Record<Transition['type'], 'approved' | 'approval_undone' | 'retried'>> = {
  approve: 'approved',
  undo: 'approval_undone',
  retry: 'retried',
};

const actor = (by: string | undefined): { by?: string } => (by === undefined ? {} : { by });

/** Who acted on the card most recently. */
const lastBy = ({ history }: Card, what: Entry['what']): string | undefined =>
  history.findLast((entry) => entry.what === what)?.by;

/** The entry that this transition added last to the card's history. */
function added(before: Card, after: Card): Entry | undefined {
  const last = after.history.at(-1);
  const known = before.history.at(-1);
  const total = ({ history, historyLeftOut = 0 }: Card): number => history.length + historyLeftOut;
  return last && (total(after) > total(before) || last.at !== known?.at || last.what !== known.what)
    ? last
    : undefined;
}

function clearedApprovals(before: Card, transition: Transition, after: Card): PostEvent[] {
  const approvers = [...new Set(before.approvals.map(({ by: who }) => who))];
  const entry = added(before, after);
  if (approvers.length === 0 || entry?.what !== 'voided') return [];
  const { by: who = 'by' in transition ? transition.by : undefined } = entry;
  const found = differences(approvable(before), approvable(after));
  const { from: was, to: time } = found.find(({ what }) => what === 'time') ?? {};
  return [
    {
      type: 'approvals_cleared',
      ...actor(who),
      approvers,
      ...(found.length > 0 && { changed: found.map(({ what }) => what) }),
      ...(time && { time }),
      ...(was && { was }),
    },
  ];
}

/** Who had requested what failed at this step. */
function requesterOf({ pending, onSchedule, ...card }: Card, { step }: Problem): string | undefined {
  if (step === 'update') return pending?.by;
  if (step === 'due') return onSchedule?.by;
  if (step === 'create' || step === 'generate') return triedAgainBy(card);
  return step === 'publish' || step === 'proof' ? publisherOf(card) : undefined;
}

const failed = (before: Card, problem: Problem): Extract<PostEvent, { type: 'failed' }> => ({
  type: 'failed',
  ...actor(requesterOf(before, problem)),
  problem,
});

/** The events of a warning. The card still waits, so it's a failure only if people have to do something. */
function warned(before: Card, problem: Problem): PostEvent[] {
  const mayGoOut = problem.code === 'still_scheduled' && !problem.retrying;
  if (mayGoOut || problem.step === 'publish') return [failed(before, problem)];
  return problem.cause ? [{ type: 'delayed', problem }] : [];
}

function failedUpdate(before: Card, problem: Problem): PostEvent[] {
  if (isStillScheduled(before.problem, problem)) return [];
  if (problem.code !== 'update_outcome_unknown') return [failed(before, problem)];
  if (problem.result === 'shown') return [{ type: 'recovered' }];
  // people were notified when the outcome became unknown
  return before.pending?.inDoubt ? [] : [{ ...failed(before, problem), type: 'outcome_unknown' }];
}

function updated(before: Card, after: Card): PostEvent[] {
  const { by: who, what, inDoubt } = before.pending ?? {};
  const needs = after.requestedTime === undefined ? {} : { why: 'needs_approval' as const };
  const timeEvents = [
    ...scheduled(before, after, who),
    ...unscheduled(before, after, { ...actor(who), ...needs }),
  ];
  const told = timeEvents.length > 0 || what === 'withhold' ? timeEvents : planned(before, after, who);
  return [...told, ...(inDoubt ? [{ type: 'recovered' as const }] : [])];
}

/** Who had rejected a post that someone uses outside Slack anyway. A discarded version wasn't rejected. */
function rejection(before: Card): { rejectedBy?: string } {
  if (!isDropped(before) || before.replacedBy) return {};
  const rejectedBy = lastBy(before, 'rejected');
  return rejectedBy === undefined ? {} : { rejectedBy };
}

const timeOnSchedule = (card: Card): string | undefined =>
  isScheduled(card) ? card.content.scheduledAt : undefined;

function scheduled(before: Card, after: Card, who: string | undefined): PostEvent[] {
  const [was, now] = [timeOnSchedule(before), timeOnSchedule(after)];
  if (!now || (was && sameTime(was, now))) return [];
  return [{ type: 'scheduled', ...actor(who), time: now, ...(was && { was }), ...rejection(before) }];
}

function unscheduled(
  before: Card,
  after: Card,
  by: Omit<Extract<PostEvent, { type: 'unscheduled' }>, 'type'>,
): PostEvent[] {
  const was = timeOnSchedule(before);
  // a post that was discarded because another version was kept counts, too
  const rests = awaitsDecision(after) || isDropped(after);
  return was && rests ? [{ type: 'unscheduled', ...by, was }] : [];
}

/** The planned time that only the card knows, if it has changed. */
function planned(before: Card, after: Card, who: string | undefined): PostEvent[] {
  const [was, now] = [before, after].map(
    ({ requestedTime, content }) => requestedTime ?? content.scheduledAt,
  );
  const entry = added(before, after);
  const isPlan = entry?.what === 'planned' || entry?.what === 'edited' || entry?.what === 'voided';
  if (!isPlan || was === now || (was && now && sameTime(was, now))) return [];
  return [{ type: 'planned', ...actor(who), ...(now && { time: now }), ...(was && { was }) }];
}

/** What the listing showed: the result of our own work, or something that was done in the web app. */
function eventsOfCheck(before: Card, after: Card): PostEvent[] {
  const { state, problem, kind } = after;
  const wasWriting = isBeingGenerated(before) || before.problem?.step === 'generate';
  if (wasWriting && isResting(after)) return kind === 'found-post' ? [] : [{ type: 'post_ready' }];
  if (wasPublished(after)) return wasPublished(before) ? [] : [published(before, after)];
  if (state === 'failed' && problem) return before.state === 'failed' ? [] : [failed(before, problem)];
  const { change, by: who } = before.pending ?? {};
  const ours = change?.scheduledAt !== undefined ? who : undefined;
  const timeEvents = [...scheduled(before, after, ours), ...unscheduled(before, after, actor(ours))];
  if (isInTrouble(before) && !isInTrouble(after)) return [...timeEvents, { type: 'recovered' }];
  return timeEvents;
}

function published(before: Card, after: Card): PostEvent {
  const entry = added(before, after);
  // the history of a card with an unknown outcome already says that it was published from here
  const who = entry ? entry.by : publisherOf(after);
  const onSchedule = entry?.what === 'published_on_schedule';
  return { type: 'published', ...actor(who), onSchedule, ...rejection(before) };
}
