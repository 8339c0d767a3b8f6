/**
 * Removes all data of a workspace from which Presscheck was uninstalled: its keys, and its jobs in the
 * queues.
 */
import { done, handlerOf, queues, workspaceJob } from '#src/platform/queue/job.ts';

export const removeWorkspaceJob = workspaceJob('remove-workspace', queues.actions, {});

interface Deps {
  contextOf(workspace: string): Promise<object | undefined>;
  remove(workspace: string): Promise<void>;
}

export const removeWorkspaceHandler = handlerOf(removeWorkspaceJob, async (deps: Deps, { workspace }) => {
  // installed again in the meantime, so the data belongs to that installation
  if (!(await deps.contextOf(workspace))) await deps.remove(workspace);
  return done;
});
