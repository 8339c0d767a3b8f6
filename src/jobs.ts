/** The jobs that commands queue, as data. The handler of each is in a file of its feature. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { auditSearchSchema } from '#src/audit/search.ts';
import { wishSchema } from '#src/catalog/workflow-switch.ts';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import { type PayloadOf, workspaceJob } from './platform/queue/job.ts';

export const switchWorkflowJob = workspaceJob(
  'switch-workflow',
  'work',
  {
    ...wishSchema.shape,
    /** The channel in which it was requested. */
    channel: z.string(),
    workflow: z.string().min(1),
    /** The response URL of the message whose button was pressed. */
    instead: z.string().optional(),
  },
  // the time makes each click a job of its own; the lock decides which of two is carried out
  { key: ['workflow', 'at'] },
);
export type SwitchWorkflow = PayloadOf<typeof switchWorkflowJob>;

/** `scope`: of a brand, or of all brands. */
export const pauseJob = workspaceJob('freeze', 'work', { scope: z.string() });
export type OfPause = PayloadOf<typeof pauseJob>;

/** Checks the schedule again while a pause lasts. Nobody waits for it. */
export const pauseCheckJob = workspaceJob('freeze-look', 'watch', { scope: z.string() });

/** Updates the direct messages that ask people to approve a card. */
export const approvalRequestsJob = workspaceJob(
  'approval-requests',
  'draw',
  {
    card: z.string(),
    /** The message in which this person just pressed a button. */
    pressed: z.object({ user: z.string(), channel: z.string(), ts: z.string() }).optional(),
  },
  { key: ({ card, pressed }) => [card, ...(pressed ? [pressed.ts] : [])] },
);
export type ApprovalRequestsOf = PayloadOf<typeof approvalRequestsJob>;

export const exportAnalyticsJob = workspaceJob(
  'export-analytics',
  'work',
  {
    /** The channel in which it was requested. */
    channel: z.string(),
    /** The Slack user who requested it. */
    by: z.string(),
    brand: namedSchema,
    /** The first and the last day, in UTC (epoch ms); absent: all. */
    period: z.object({ from: z.number(), to: z.number() }).optional(),
    /** The message that shows the progress. */
    message: z.object({ channel: z.string(), ts: z.string(), aside: z.boolean() }),
  },
  { key: ({ message }) => [message.channel, message.ts] },
);
export type ExportAnalytics = PayloadOf<typeof exportAnalyticsJob>;

export const previewCardJob = workspaceJob(
  'preview-card',
  'work',
  {
    card: z.string(),
    /** The Slack user who requested it. */
    by: z.string(),
    /** The channel in which they did. */
    channel: z.string(),
  },
  // Someone is waiting: they hear within seconds that it failed, and can press again.
  { key: ['card', 'by'], attempts: 4 },
);
export type PreviewCard = PayloadOf<typeof previewCardJob>;

/** `installer`: they installed it; else they are greeted only as an administrator. */
export const welcomeJob = workspaceJob(
  'welcome',
  'draw',
  { user: z.string(), installer: z.boolean() },
  { key: ['user'] },
);
export type Welcome = PayloadOf<typeof welcomeJob>;

/** Makes the posts of a series that are due, and tells what there is to tell. Nobody waits for it. */
export const recurringJob = workspaceJob('recurring', 'watch', { series: z.string() });

/** Carries out an execution of a step of Workflow Builder. The person who ran the workflow waits. */
export const stepJob = workspaceJob('workflow-step', 'work', { execution: z.string() });

export const batchJob = workspaceJob('batch', 'work', { batch: z.string() });
export type OfBatch = PayloadOf<typeof batchJob>;

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
  'draw',
  privateList,
  // the page that was opened last is the one that is shown
  { key: ['message'], attempts: 3 },
);
export type CompleteList = PayloadOf<typeof completeListJob>;

/** Updates a private list once the post is done that someone acted on there. */
export const followListJob = workspaceJob(
  'follow-list',
  'draw',
  {
    ...privateList,
    card: z.string(),
    /** How long to wait for that (epoch ms). */
    until: z.number(),
  },
  { key: ['message', 'card'], attempts: 3 },
);
export type FollowList = PayloadOf<typeof followListJob>;

export const exportAuditJob = workspaceJob(
  'export-audit',
  'work',
  {
    /** The administrator who asked, and gets the file. */
    by: z.string(),
    at: z.iso.datetime(),
    search: auditSearchSchema,
    format: z.enum(['csv', 'json']),
  },
  // the time makes each click a file of its own
  { key: ['by', 'at'] },
);
export type ExportAudit = PayloadOf<typeof exportAuditJob>;

/** A form makes one file, also if Slack delivers its submission twice. */
export const exportPostsJob = workspaceJob(
  'export-posts',
  'work',
  {
    /** The person who asked, and gets the file. */
    by: z.string(),
    at: z.iso.datetime(),
    /** The form in which they asked; absent: an earlier release queued it. */
    form: z.string().optional(),
    brand: namedSchema,
    /** The first and the last day, in the brand's zone. */
    from: z.iso.date().optional(),
    until: z.iso.date().optional(),
  },
  { key: ({ by, at, form = at }) => [by, form] },
);
export type ExportPosts = PayloadOf<typeof exportPostsJob>;

/** Checks the file of an import, creates its posts once someone confirmed it, and updates its review card. */
export const importJob = workspaceJob('import', 'work', { import: z.string() });
export type OfImport = PayloadOf<typeof importJob>;

/** Shows the posts that the links of a message lead to, below it. */
export const unfurlJob = workspaceJob(
  'unfurl',
  'draw',
  {
    /** The message with the links. */
    channel: z.string(),
    ts: z.string(),
    by: z.string(),
    /** People from other organizations are in the channel. */
    isShared: z.boolean(),
    /** As Slack spells them, with the ids in them. */
    links: z.array(z.object({ url: z.string(), post: z.string(), brand: z.string().optional() })),
    /** When Slack told us (epoch ms). */
    at: z.number(),
  },
  {
    // Slack also tells of links that were added by an edit
    key({ channel, ts, links }) {
      const urls = createHash('sha256').update(JSON.stringify(links.map(({ url }) => url)));
      return [channel, ts, urls.digest('hex').slice(0, 16)];
    },
    attempts: 4,
  },
);
export type Unfurl = PayloadOf<typeof unfurlJob>;
