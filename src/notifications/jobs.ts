/** The job that delivers notifications. */
import { z } from 'zod';
import { type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';

/** Delivers what is due for one channel or person. */
export const deliverJob = workspaceJob('deliver', queues.messages, { to: z.string() });
export type DeliverPayload = PayloadOf<typeof deliverJob>;
