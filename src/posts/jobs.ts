/** The jobs of the core, which other parts queue. */
import { z } from 'zod';
import { workspaceJob } from '#src/platform/queue/job.ts';

/** Reads what was requested of a brand's listing. Its name is from earlier releases, whose queued jobs it runs, too. */
export const readBrandJob = workspaceJob('watch', 'read', { brand: z.string() });
