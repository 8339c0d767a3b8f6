/** The jobs of a pause, as data. */
import { z } from 'zod';
import { type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';

/** `scope`: of a brand, or of all brands. */
export const pauseJob = workspaceJob('freeze', queues.actions, { scope: z.string() });
export type PausePayload = PayloadOf<typeof pauseJob>;

/** Checks the schedule again while a pause lasts. Nobody waits for it. */
export const pauseCheckJob = workspaceJob('freeze-look', queues.checks, { scope: z.string() });
