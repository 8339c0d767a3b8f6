/** The jobs of the core, by which other parts ask for them. */
import { z } from 'zod';
import { defineJob } from '#src/platform/queue/job.ts';

const brandSchema = z.object({ workspace: z.string(), brand: z.string() });

/** Reads what is wanted of a brand's listing. Its name is that of releases before, whose queued jobs it runs as well. */
export const readBrandJob = defineJob<z.infer<typeof brandSchema>>({
  name: 'watch',
  lane: 'read',
  payload: brandSchema,
  key: ({ workspace, brand }) => `${workspace}.${brand}`,
});
