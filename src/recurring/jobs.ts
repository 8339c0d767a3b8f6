/** The job of a series, as data. */
import { z } from 'zod';
import { queues, workspaceJob } from '#src/platform/queue/job.ts';

/** Creates the posts of a series that are due, and sends its news to people. Nobody waits for this job. */
export const recurringJob = workspaceJob('recurring', queues.checks, { series: z.string() });
