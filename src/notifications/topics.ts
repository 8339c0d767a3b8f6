/** Which events people are notified of, and whom an event concerns. Pure. */
import type { EventType, PostEvent } from '#src/posts/card/events.ts';
import type { Topic } from '#src/settings/notification-preferences.ts';

/** `undefined`: the event notifies nobody, though it can make an earlier notification untrue. */
const topics: Record<EventType, Topic | undefined> = {
  post_ready: 'ready',
  campaign_ready: 'ready',
  retried: undefined,
  approved: undefined,
  approval_undone: undefined,
  changes_requested: 'changes_requested',
  resubmitted: 'review_requested',
  approval_required: 'review_requested',
  approval_requested: 'review_requested',
  rejected: 'rejected',
  reopened: 'review_requested',
  approvals_cleared: 'approvals_cleared',
  scheduled: 'rescheduled',
  planned: 'rescheduled',
  unscheduled: 'rescheduled',
  published: 'published',
  failed: 'failed',
  outcome_unknown: 'outcome_unknown',
  delayed: undefined,
  recovered: undefined,
};

export function topicOf(event: PostEvent): Topic | undefined {
  // the report of the pause lists the posts that it unscheduled
  if (event.type === 'unscheduled' && event.why === 'paused') return undefined;
  if (event.type === 'campaign_ready' && event.goesOn) return undefined;
  return topics[event.type];
}

/**
 * Who caused the event with a click just now. What the service does at the scheduled time isn't anyone's
 * click.
 */
export function doneBy(event: PostEvent): string | undefined {
  if (event.type === 'published' && event.onSchedule) return undefined;
  return 'by' in event ? event.by : undefined;
}

/** The people whom an event concerns, besides the author. */
export function alsoConcerned(event: PostEvent): readonly string[] {
  if (event.type === 'approvals_cleared') return event.approvers;
  if (event.type === 'resubmitted') return event.changesRequestedBy ? [event.changesRequestedBy] : [];
  if ('rejectedBy' in event && event.rejectedBy) return [event.rejectedBy];
  return event.type === 'published' && event.onSchedule && event.by !== undefined ? [event.by] : [];
}

const troubles: readonly EventType[] = ['failed', 'outcome_unknown'];

/** Which earlier events of a card are no longer true after an event of this type. */
const ends: Partial<Record<EventType, readonly EventType[]>> = {
  post_ready: ['post_ready', ...troubles],
  campaign_ready: ['campaign_ready', ...troubles],
  retried: troubles,
  recovered: troubles,
  reopened: ['rejected'],
  scheduled: ['scheduled', 'planned', 'unscheduled'],
  planned: ['planned'],
  unscheduled: ['scheduled'],
  published: troubles,
  failed: ['published', ...troubles],
  outcome_unknown: ['published', ...troubles],
};

/** Whether the event can make earlier notifications untrue. */
export const endsSomething = ({ type }: PostEvent): boolean => ends[type] !== undefined;

/**
 * What went wrong. Failures of different matters say nothing about each other, such as a failed change about
 * whether the post is published.
 */
function matter(event: PostEvent): 'publish' | 'create' | 'update' | 'gone' | undefined {
  if (event.type === 'published') return 'publish';
  if (!('problem' in event) || !event.problem) return undefined;
  const { step } = event.problem;
  if (step === 'publish' || step === 'proof' || step === 'due') return 'publish';
  return step === 'generate' ? 'create' : step;
}

/** Whether the later event made the earlier one of the same card untrue. */
export function isEnded(earlier: PostEvent, later: PostEvent): boolean {
  if (!ends[later.type]?.includes(earlier.type)) return false;
  const [was, is] = [matter(earlier), matter(later)];
  return was === undefined || is === undefined || was === is;
}

const reviewRequests: ReadonlySet<EventType> = new Set([
  'post_ready',
  'approval_required',
  'approval_requested',
  'resubmitted',
  'reopened',
]);
const decisions: ReadonlySet<EventType> = new Set([
  'changes_requested',
  'rejected',
  'scheduled',
  'published',
]);

/** Whether this event can outdate a direct message that waits for quiet hours to end. */
export const outdatesSomething = (event: PostEvent): boolean =>
  endsSomething(event) || decisions.has(event.type);

/** Whether the review is over after this event: someone decided, or the post is gone. */
function endsReview(event: PostEvent): boolean {
  const what = troubles.includes(event.type) ? matter(event) : undefined;
  return decisions.has(event.type) || what === 'publish' || what === 'gone';
}

/**
 * Whether the earlier event isn't worth a notification anymore: it's untrue, or the review that it asks for
 * is over.
 */
export const isNewsOutdated = (earlier: PostEvent, later: PostEvent): boolean =>
  isEnded(earlier, later) || (endsReview(later) && reviewRequests.has(earlier.type));

/** Whether two events of a card say the same, so that the later one is enough. */
export const isSameNews = (earlier: PostEvent, later: PostEvent): boolean =>
  earlier.type === later.type && matter(earlier) === matter(later);
