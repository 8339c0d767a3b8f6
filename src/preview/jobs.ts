/** The job that previews a card, as data. */
import { z } from 'zod';
import { type PayloadOf, workspaceJob } from '#src/platform/queue/job.ts';

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
