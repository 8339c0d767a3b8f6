/** The jobs that notify people, as data. */
import { z } from 'zod';
import { defineJob } from '#src/platform/queue/job.ts';

const ofRoot = z.object({
  workspace: z.string(),
  /** The card in whose thread people are notified. */
  root: z.string(),
});
export type OfRoot = z.infer<typeof ofRoot>;

/** Decides who is notified of what was recorded, and where. */
export const notifyJob = defineJob<OfRoot>({
  name: 'notify',
  lane: 'draw',
  payload: ofRoot,
  key: ({ workspace, root }) => `${workspace}.${root}`,
});

const ofReader = z.object({
  workspace: z.string(),
  /** A channel, or a user. */
  to: z.string(),
});
export type OfReader = z.infer<typeof ofReader>;

/** Sends what is to be sent to one channel or one person. */
export const deliverJob = defineJob<OfReader>({
  name: 'deliver',
  lane: 'draw',
  payload: ofReader,
  key: ({ workspace, to }) => `${workspace}.${to}`,
});

const ofCard = z.object({ workspace: z.string(), card: z.string() });

/** What an earlier release queued for the same. */
export const alertJob = defineJob<z.infer<typeof ofCard>>({
  name: 'alert',
  lane: 'draw',
  payload: ofCard,
  key: ({ workspace, card }) => `${workspace}.${card}`,
});
