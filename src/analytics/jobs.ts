/** The job that exports analytics, as data. */
import { z } from 'zod';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import { type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';

export const exportAnalyticsJob = workspaceJob(
  'export-analytics',
  queues.actions,
  {
    /** The channel in which it was requested. */
    channel: z.string(),
    /** The Slack user who requested it. */
    by: z.string(),
    brand: namedSchema,
    /** The first and the last day, in UTC (epoch ms); absent: all. */
    period: z.object({ from: z.number(), to: z.number() }).optional(),
    /** The request's own id; absent if an earlier release queued the job. */
    id: z.string().optional(),
    /** The message that shows the progress, which an earlier release posted. Otherwise, the job posts it. */
    message: z.object({ channel: z.string(), ts: z.string(), aside: z.boolean() }).optional(),
  },
  {
    key: ({ id, message }) => (message ? [message.channel, message.ts] : [id ?? '']),
    isOnlyAnswer: true,
  },
);
export type ExportAnalytics = PayloadOf<typeof exportAnalyticsJob>;
