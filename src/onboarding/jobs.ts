/** The job that greets people, as data. */
import { z } from 'zod';
import { type PayloadOf, workspaceJob } from '#src/platform/queue/job.ts';

/** `installer`: they installed it; else they are greeted only as an administrator. */
export const welcomeJob = workspaceJob(
  'welcome',
  'draw',
  { user: z.string(), installer: z.boolean() },
  { key: ['user'] },
);
export type Welcome = PayloadOf<typeof welcomeJob>;
