/** What the jobs about one card have in common. */
import { z } from 'zod';
import { type PayloadOf, type QueueName, workspaceJob } from '#src/platform/queue/job.ts';

/** A job about one card. Two with the same name and card never run at once. */
export const cardJob = (name: string, queue: QueueName) => workspaceJob(name, queue, { card: z.string() });

export type CardPayload = PayloadOf<ReturnType<typeof cardJob>>;
