/** Removes everything of a workspace that Presscheck was uninstalled from: its keys, and what waits in the queues. */
import { z } from 'zod';
import { defineJob, done, type Handler, handle } from '#src/platform/queue/job.ts';
import type { WorkspaceContextOf } from '#src/ports.ts';

const payload = z.object({ workspace: z.string().min(1) });

export const removeWorkspaceJob = defineJob<z.infer<typeof payload>>({
  name: 'remove-workspace',
  lane: 'work',
  payload,
  key: ({ workspace }) => workspace,
});

export function removeWorkspaceHandler(
  contextOf: WorkspaceContextOf,
  remove: (workspace: string) => Promise<void>,
): Handler {
  return handle(removeWorkspaceJob, {
    async run({ workspace }) {
      // installed again meanwhile: what there is belongs to it
      if (!(await contextOf(workspace))) await remove(workspace);
      return done;
    },
  });
}
