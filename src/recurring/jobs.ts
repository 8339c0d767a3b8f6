/** The job of a series, as data. */
import { z } from 'zod';
import { workspaceJob } from '#src/platform/queue/job.ts';

/** Makes the posts of a series that are due, and tells what there is to tell. Nobody waits for it. */
export const recurringJob = workspaceJob('recurring', 'watch', { series: z.string() });
