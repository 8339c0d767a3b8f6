/** The job that renders a preview of a card, as data. */
import { z } from 'zod';
import { type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';

export const previewCardJob = workspaceJob(
  'preview-card',
  queues.actions,
  {
    card: z.string(),
    /** The Slack user who requested it. */
    by: z.string(),
    /** The channel in which it was requested. */
    channel: z.string(),
  },
  // Someone is waiting: after a failure, they learn that within seconds, and can press the button again.
  { key: ['card', 'by'], attempts: 4 },
);
export type PreviewCard = PayloadOf<typeof previewCardJob>;
