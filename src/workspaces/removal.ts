/** How a workspace leaves: nothing is done for it anymore, and all of its data is removed. */
import type { Logger } from 'pino';
import { createRequestCount } from '#src/platform/publishing-api/quota-store.ts';
import { done, handlerOf, queues, workspaceJob } from '#src/platform/queue/job.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { removeAll } from '#src/platform/redis/removal.ts';
import type { Installations, Sealed } from './installation-store.ts';

/** The workspaces that were served with a token from the settings: their data stays after a change to OAuth. */
export function createByToken(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    async note(workspace: string): Promise<void> {
      await redis.set(keys.byToken(workspace), 1);
    },
    /** Whether the workspace was served with such a token, and hasn't been installed by OAuth since. */
    has: async (workspace: string): Promise<boolean> => (await redis.exists(keys.byToken(workspace))) === 1,
  };
}

interface RemovalParts {
  redis: Redis;
  prefix: string;
  installations: Installations;
  byToken: ReturnType<typeof createByToken>;
  log: Logger;
  forgetQuota: ReturnType<typeof createQuotaForgetting>;
  /** Removes the workspace's jobs from the queues, unless `isNeeded` says that they're needed after all. */
  forgetJobs(workspace: string, isNeeded: () => Promise<boolean>): Promise<void>;
  /** Queues the removal of the rest. */
  removeLater(workspace: string): Promise<void>;
}

/** Returns a function that removes the request count of a key, unless another workspace has the same key. */
export function createQuotaForgetting(redis: Redis, prefix: string, installations: Installations) {
  return async (workspace: string, key: string): Promise<void> => {
    for (const other of await installations.workspaces()) {
      const sealed = other === workspace ? undefined : await installations.sealed(other);
      if (sealed && usesKey(installations, other, sealed, key)) return;
    }
    await createRequestCount(redis, prefix, key).forget();
  };
}

/** Whether a workspace uses this key. One whose value can't be opened uses none. */
function usesKey(installations: Installations, workspace: string, sealed: Sealed, key: string): boolean {
  try {
    return installations.open(workspace, sealed).apiKey?.key === key;
  } catch {
    return false;
  }
}

export function createRemoval(parts: RemovalParts) {
  const { redis, prefix, installations, byToken, log, forgetQuota } = parts;

  /** The opened value, or nothing if no key opens it, since such a workspace has to be removed, too. */
  function opened(workspace: string, sealed: Sealed): Partial<ReturnType<Installations['open']>> {
    try {
      return installations.open(workspace, sealed);
    } catch (cause) {
      log.warn({ err: cause, workspace }, "couldn't read an installation; removing it");
      return {};
    }
  }

  return {
    /**
     * Called when Slack says that Presscheck was uninstalled at `at` (epoch ms). Can be called twice, and
     * late.
     */
    async uninstalled(workspace: string, at: number): Promise<void> {
      const sealed = await installations.sealed(workspace);
      if (sealed) {
        const { installation, apiKey } = opened(workspace, sealed);
        // Slack's times have a precision of one second
        if (installation && installation.installedAt > at + 1_000) {
          log.info({ workspace }, 'ignored an uninstall from before the installation');
          return;
        }
        await installations.uninstall(workspace);
        if (apiKey) await forgetQuota(workspace, apiKey.key);
        log.info({ workspace }, 'Presscheck was uninstalled');
      }
      await parts.removeLater(workspace);
    },
    /**
     * Removes all data of a workspace in which Presscheck isn't installed, and nothing once it's installed
     * again. Data of a workspace that was served with a token waits for its installation.
     */
    async remove(workspace: string): Promise<void> {
      if (await byToken.has(workspace)) return;
      await parts.forgetJobs(workspace, async () => (await installations.sealed(workspace)) !== undefined);
      await removeAll(redis, prefix, workspace);
    },
  };
}

/** Removes all data of a workspace from which Presscheck was uninstalled: its keys, and its jobs in the queues. */
export const removeWorkspaceJob = workspaceJob('remove-workspace', queues.actions, {});

interface JobDeps {
  contextOf(workspace: string): Promise<object | undefined>;
  remove(workspace: string): Promise<void>;
}

export const removeWorkspaceHandler = handlerOf(removeWorkspaceJob, async (deps: JobDeps, { workspace }) => {
  // installed again in the meantime, so the data belongs to that installation
  if (!(await deps.contextOf(workspace))) await deps.remove(workspace);
  return done;
});
