/** Removes everything of a workspace that Presscheck was uninstalled from: its keys, and what waits in the queues. */
import { done, handlerOf, workspaceJob } from '#src/platform/queue/job.ts';

export const removeWorkspaceJob = workspaceJob('remove-workspace', 'work', {});

interface Deps {
  contextOf(workspace: string): Promise<object | undefined>;
  remove(workspace: string): Promise<void>;
}

export const removeWorkspaceHandler = handlerOf(removeWorkspaceJob, async (deps: Deps, { workspace }) => {
  // installed again meanwhile: what there is belongs to it
  if (!(await deps.contextOf(workspace))) await deps.remove(workspace);
  return done;
});
