/** The job of a batch, as data. */
import { z } from 'zod';
import { type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';

export const batchJob = workspaceJob('batch', queues.actions, { batch: z.string() });
export type BatchPayload = PayloadOf<typeof batchJob>;
