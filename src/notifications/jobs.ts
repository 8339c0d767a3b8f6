/** The jobs that notify people, as data. */
import { z } from 'zod';
import { type PayloadOf, workspaceJob } from '#src/platform/queue/job.ts';
import { cardJob } from '#src/posts/card-job.ts';

/** Sends what is to be sent to one channel or one person. */
export const deliverJob = workspaceJob('deliver', 'draw', { to: z.string() });
export type OfReader = PayloadOf<typeof deliverJob>;

/** What an earlier release queued for the same. */
export const alertJob = cardJob('alert', 'draw');
