/** The jobs of the core, which other parts queue. */
import { z } from 'zod';
import { type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';
import { cardJob } from './card-job.ts';

/**
 * Reads what was requested of a brand's listing. Its name is from earlier releases, whose queued jobs it
 * runs, too.
 */
export const readBrandJob = workspaceJob('watch', queues.read, { brand: z.string() });

/** Renders the state that the card has when the job runs. */
export const renderCardJob = cardJob('draw', queues.messages);

/**
 * Decides who is notified of what was recorded, and where. `root`: the card in whose thread people are
 * notified.
 */
export const notifyJob = workspaceJob('notify', queues.messages, { root: z.string() });

export type NotifyPayload = PayloadOf<typeof notifyJob>;

/** Updates the direct messages that ask people to approve a card. */
export const approvalRequestsJob = workspaceJob(
  'approval-requests',
  queues.messages,
  {
    card: z.string(),
    /** The message in which this person just pressed a button. */
    pressed: z.object({ user: z.string(), channel: z.string(), ts: z.string() }).optional(),
  },
  { key: ({ card, pressed }) => [card, ...(pressed ? [pressed.ts] : [])] },
);
export type ApprovalRequestsPayload = PayloadOf<typeof approvalRequestsJob>;

const privateList = {
  /** The command whose list it is, and what the list is about. */
  list: z.string(),
  of: z.string(),
  /** Counted from 0. */
  page: z.int().min(0),
  by: z.string(),
  channel: z.string(),
  /** The response URL for the list, and a name for the message that shows it. */
  address: z.string(),
  message: z.string(),
  /** It answers a slash command, and Slack can't replace such an answer. */
  isAnswer: z.boolean().optional(),
  /** When it was requested (epoch ms): Slack accepts answers for half an hour. */
  askedAt: z.number(),
};

/** Updates a private list with the posts that were still being read when it was first shown. */
export const completeListJob = workspaceJob(
  'complete-list',
  queues.messages,
  privateList,
  // one job for each message, so that the page that was opened last is shown
  { key: ['message'], attempts: 3 },
);
export type CompleteList = PayloadOf<typeof completeListJob>;

/** Updates a private list once the post that someone acted on there is done. */
export const followListJob = workspaceJob(
  'follow-list',
  queues.messages,
  {
    ...privateList,
    card: z.string(),
    /** Until when to wait for the post (epoch ms). */
    until: z.number(),
  },
  { key: ['message', 'card'], attempts: 3 },
);
export type FollowList = PayloadOf<typeof followListJob>;
