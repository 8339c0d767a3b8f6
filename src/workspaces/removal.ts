/** How a workspace leaves: nothing is done for it from then on, and nothing of it stays. */
import type { Logger } from 'pino';
import { createRequestCount } from '#src/platform/publishing-api/quota-store.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { removeAll } from '#src/platform/redis/removal.ts';
import type { ByToken } from './by-token.ts';
import type { Installations, Sealed } from './installation-store.ts';

interface RemovalParts {
  redis: Redis;
  prefix: string;
  installations: Installations;
  byToken: ByToken;
  log: Logger;
  forgetQuota: ReturnType<typeof createQuotaForgetting>;
  /** Takes away what waits for it in the queues. */
  forgetJobs(workspace: string): Promise<void>;
  /** Queues the removal of the rest. */
  removeLater(workspace: string): Promise<void>;
}

/** Answers a function that removes the count of a key's requests, which stays where another workspace has the same key. */
export function createQuotaForgetting(redis: Redis, prefix: string, installations: Installations) {
  return async (workspace: string, key: string): Promise<void> => {
    for (const other of await installations.workspaces()) {
      const sealed = other === workspace ? undefined : await installations.sealed(other);
      if (sealed && usesKey(installations, other, sealed, key)) return;
    }
    await createRequestCount(redis, prefix, key).forget();
  };
}

/** What cannot be opened anymore uses no key. */
function usesKey(installations: Installations, workspace: string, sealed: Sealed, key: string): boolean {
  try {
    return installations.open(workspace, sealed).apiKey?.key === key;
  } catch {
    return false;
  }
}

export function createRemoval(parts: RemovalParts) {
  const { redis, prefix, installations, byToken, log, forgetQuota } = parts;

  /** Also what nobody can read anymore has to go. */
  function opened(workspace: string, sealed: Sealed): Partial<ReturnType<Installations['open']>> {
    try {
      return installations.open(workspace, sealed);
    } catch (cause) {
      log.warn({ err: cause, workspace }, "couldn't read an installation; removing it");
      return {};
    }
  }

  return {
    /** Slack said, at `at` (epoch ms), that Presscheck was uninstalled there. May be told twice, and late. */
    async uninstalled(workspace: string, at: number): Promise<void> {
      const sealed = await installations.sealed(workspace);
      if (sealed) {
        const { installation, apiKey } = opened(workspace, sealed);
        // the second is the precision of Slack's clock
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
    /** Removes all that is kept of a workspace where it is not installed; what a token served waits for its installation. */
    async remove(workspace: string): Promise<void> {
      if (await byToken.has(workspace)) return;
      await parts.forgetJobs(workspace);
      await removeAll(redis, prefix, workspace);
    },
  };
}
