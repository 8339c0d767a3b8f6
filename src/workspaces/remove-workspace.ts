/** Removes everything of a workspace that Presscheck was uninstalled from: its keys, and what waits in the queues. */
import { done, type Handler, handle, workspaceJob } from '#src/platform/queue/job.ts';
import type { WorkspaceContextOf } from '#src/ports.ts';

export const removeWorkspaceJob = workspaceJob('remove-workspace', 'work', {});

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
