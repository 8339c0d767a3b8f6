/** The job that sends notifications, as data. */
import { z } from 'zod';
import { type PayloadOf, workspaceJob } from '#src/platform/queue/job.ts';

/** Sends what is to be sent to one channel or one person. */
export const deliverJob = workspaceJob('deliver', 'draw', { to: z.string() });
export type OfReader = PayloadOf<typeof deliverJob>;
