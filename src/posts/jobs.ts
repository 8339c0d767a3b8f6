/** The jobs of the core, by which other parts ask for them. */
import { z } from 'zod';
import { workspaceJob } from '#src/platform/queue/job.ts';

/** Reads what is wanted of a brand's listing. Its name is that of releases before, whose queued jobs it runs as well. */
export const readBrandJob = workspaceJob('watch', 'read', { brand: z.string() });
