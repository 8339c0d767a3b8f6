/** The jobs that commands ask for themselves, as data. What runs them stands in a file of its own name. */
import { z } from 'zod';
import { auditSearchSchema } from '#src/audit/search.ts';
import { wishSchema } from '#src/catalog/workflow-switch.ts';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import { defineJob, type PayloadOf, workspaceJob } from './platform/queue/job.ts';

export const switchWorkflowJob = workspaceJob(
  'switch-workflow',
  'work',
  {
    ...wishSchema.shape,
    /** Where it was asked for. */
    channel: z.string(),
    workflow: z.string().min(1),
    /** The response address of the message whose button was pressed. */
    instead: z.string().optional(),
  },
  // the time is in it: a second wish is another job, and the hold decides which of the two is carried out
  { key: ['workflow', 'at'] },
);
export type SwitchWorkflow = PayloadOf<typeof switchWorkflowJob>;

/** `scope`: a brand's, or that of all brands. */
export const pauseJob = workspaceJob('freeze', 'work', { scope: z.string() });
export type OfPause = PayloadOf<typeof pauseJob>;

/** The schedule of a freeze that stands gone through once more: nobody waits for it. */
export const pauseCheckJob = defineJob<OfPause>({ ...pauseJob, name: 'freeze-look', lane: 'watch' });

const ofCard = z.object({
  workspace: z.string(),
  card: z.string(),
  /** The message in which this person just pressed a button. */
  pressed: z.object({ user: z.string(), channel: z.string(), ts: z.string() }).optional(),
});
export type ApprovalRequestsOf = z.infer<typeof ofCard>;

/** Redraws the direct messages that ask people to approve a card. */
export const approvalRequestsJob = defineJob<ApprovalRequestsOf>({
  name: 'approval-requests',
  lane: 'draw',
  payload: ofCard,
  key: ({ workspace, card, pressed }) => [workspace, card, ...(pressed ? [pressed.ts] : [])].join('.'),
});

const exportAnalytics = z.object({
  workspace: z.string(),
  /** Where it was asked for. */
  channel: z.string(),
  /** The Slack user who asked. */
  by: z.string(),
  brand: namedSchema,
  /** Where the message stands that says how it goes. */
  message: z.object({ channel: z.string(), ts: z.string(), aside: z.boolean() }),
});
export type ExportAnalytics = z.infer<typeof exportAnalytics>;

export const exportAnalyticsJob = defineJob<ExportAnalytics>({
  name: 'export-analytics',
  lane: 'work',
  payload: exportAnalytics,
  key: ({ workspace, message }) => `${workspace}.${message.channel}.${message.ts}`,
});

export const previewCardJob = workspaceJob(
  'preview-card',
  'work',
  {
    card: z.string(),
    /** The Slack user who asked. */
    by: z.string(),
    /** Where they asked. */
    channel: z.string(),
  },
  // Somebody is waiting: they hear after some seconds that it failed, and can press again.
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

export const batchJob = workspaceJob('batch', 'work', { batch: z.string() });
export type OfBatch = PayloadOf<typeof batchJob>;

/** Draws a private list once more, with the posts that were still being read when it was shown. */
export const completeListJob = workspaceJob(
  'complete-list',
  'draw',
  {
    /** The word of the command whose list it is, and what the list is of. */
    list: z.string(),
    of: z.string(),
    /** Counted from 0. */
    page: z.int().min(0),
    by: z.string(),
    channel: z.string(),
    /** The response address of what asked for the list, and a name for the message that it's drawn in. */
    address: z.string(),
    message: z.string(),
    /** It's the answer to a slash command, which nothing can replace. */
    isAnswer: z.boolean().optional(),
    /** When (epoch ms): Slack takes answers for half an hour. */
    askedAt: z.number(),
  },
  // the last page that was turned to is the one that is drawn
  { key: ['message'], attempts: 3 },
);
export type CompleteList = PayloadOf<typeof completeListJob>;

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
  // the time is in it: each click is a file of its own
  { key: ['by', 'at'] },
);
export type ExportAudit = PayloadOf<typeof exportAuditJob>;
