/** The jobs of imports and exports, as data. */
import { z } from 'zod';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import { type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';

/** A form creates one file, even if Slack delivers its submission twice. */
export const exportPostsJob = workspaceJob(
  'export-posts',
  queues.actions,
  {
    /** The person who requested the file and gets it. */
    by: z.string(),
    at: z.iso.datetime(),
    /** The id of the form; absent if an earlier release queued the job. */
    form: z.string().optional(),
    brand: namedSchema,
    /** The first and the last day, in the brand's zone. */
    from: z.iso.date().optional(),
    until: z.iso.date().optional(),
  },
  { key: ({ by, at, form = at }) => [by, form], isOnlyAnswer: true },
);
export type ExportPosts = PayloadOf<typeof exportPostsJob>;

/** Checks the file of an import, creates its posts once someone confirmed it, and updates its review card. */
export const importJob = workspaceJob('import', queues.actions, { import: z.string() });
export type ImportPayload = PayloadOf<typeof importJob>;
