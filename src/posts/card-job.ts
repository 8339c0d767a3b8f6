/** What the jobs about one card have in common. */
import { z } from 'zod';
import { defineJob, type Job, type QueueName } from '#src/platform/queue/job.ts';

const payload = z.object({ workspace: z.string(), card: z.string() });
export type OfCard = z.infer<typeof payload>;

/** A job about one card: of those with the same name and card, never two run at once. */
export function cardJob(name: string, lane: QueueName): Job<OfCard> {
  return defineJob({ name, lane, payload, key: ({ workspace, card }) => `${workspace}.${card}` });
}
