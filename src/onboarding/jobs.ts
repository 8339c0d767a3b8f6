/** The job that sends the welcome message, as data. */
import { z } from 'zod';
import { type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';

/**
 * `installer`: the person installed the app. Anyone else gets the message only if they're an administrator.
 */
export const welcomeJob = workspaceJob(
  'welcome',
  queues.messages,
  { user: z.string(), installer: z.boolean() },
  { key: ['user'] },
);
export type Welcome = PayloadOf<typeof welcomeJob>;
