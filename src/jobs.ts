/** The jobs that commands ask for themselves, as data. What runs them stands in a file of its own name. */
import { z } from 'zod';
import { auditSearchSchema } from '#src/audit/search.ts';
import { wishSchema } from '#src/catalog/workflow-switch.ts';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import { defineJob } from './platform/queue/job.ts';

const switchWorkflow = z.object({
  ...wishSchema.shape,
  workspace: z.string(),
  /** Where it was asked for. */
  channel: z.string(),
  workflow: z.string().min(1),
  /** The response address of the message whose button was pressed. */
  instead: z.string().optional(),
});
export type SwitchWorkflow = z.infer<typeof switchWorkflow>;

export const switchWorkflowJob = defineJob<SwitchWorkflow>({
  name: 'switch-workflow',
  lane: 'work',
  payload: switchWorkflow,
  // the time is in it: a second wish is another job, and the hold decides which of the two is carried out
  key: ({ workspace, workflow, at }) => `${workspace}.${workflow}.${at}`,
});

const ofFreeze = z.object({
  workspace: z.string(),
  /** A brand's, or that of all brands. */
  scope: z.string(),
});
export type OfPause = z.infer<typeof ofFreeze>;

export const pauseJob = defineJob<OfPause>({
  name: 'freeze',
  lane: 'work',
  payload: ofFreeze,
  key: ({ workspace, scope }) => `${workspace}.${scope}`,
});

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

const previewCard = z.object({
  workspace: z.string(),
  card: z.string(),
  /** The Slack user who asked. */
  by: z.string(),
  /** Where they asked. */
  channel: z.string(),
});
export type PreviewCard = z.infer<typeof previewCard>;

export const previewCardJob = defineJob<PreviewCard>({
  name: 'preview-card',
  lane: 'work',
  payload: previewCard,
  key: ({ workspace, card, by }) => `${workspace}.${card}.${by}`,
  // Somebody is waiting: they hear after some seconds that it failed, and can press again.
  attempts: 4,
});

const welcome = z.object({
  workspace: z.string(),
  user: z.string(),
  /** They installed it; else they are greeted only as an administrator. */
  installer: z.boolean(),
});
export type Welcome = z.infer<typeof welcome>;

export const welcomeJob = defineJob<Welcome>({
  name: 'welcome',
  lane: 'draw',
  payload: welcome,
  key: ({ workspace, user }) => `${workspace}.${user}`,
});

const batch = z.object({ workspace: z.string(), batch: z.string() });
export type OfBatch = z.infer<typeof batch>;

export const batchJob = defineJob<OfBatch>({
  name: 'batch',
  lane: 'work',
  payload: batch,
  key: ({ workspace, batch }) => `${workspace}.${batch}`,
});

const completeList = z.object({
  workspace: z.string(),
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
});
export type CompleteList = z.infer<typeof completeList>;

/** Draws a private list once more, with the posts that were still being read when it was shown. */
export const completeListJob = defineJob<CompleteList>({
  name: 'complete-list',
  lane: 'draw',
  payload: completeList,
  // the last page that was turned to is the one that is drawn
  key: ({ workspace, message }) => `${workspace}.${message}`,
  attempts: 3,
});

const exportAudit = z.object({
  workspace: z.string(),
  /** The administrator who asked, and gets the file. */
  by: z.string(),
  at: z.iso.datetime(),
  search: auditSearchSchema,
  format: z.enum(['csv', 'json']),
});
export type ExportAudit = z.infer<typeof exportAudit>;

export const exportAuditJob = defineJob<ExportAudit>({
  name: 'export-audit',
  lane: 'work',
  payload: exportAudit,
  // the time is in it: each click is a file of its own
  key: ({ workspace, by, at }) => `${workspace}.${by}.${at}`,
});
