/** The API keys that administrators enter in Slack. */

import type { Me } from '#src/platform/publishing-api/service.ts';
import { Refusal } from '#src/platform/refusal.ts';
import type { AuditTrail } from '#src/posts/ports.ts';
import { notInstalledAnyMore } from '#views/workspaces/refusals.ts';
import type { Installation, Installations } from './installation-store.ts';

interface ApiKeysDeps {
  installations: Installations;
  audit: AuditTrail;
  /** Asks the service whose key it is. Throws a `Refusal` if it isn't valid. */
  whose(installation: Installation, key: string): Promise<Me>;
  now(): number;
}

export type ApiKeys = ReturnType<typeof createApiKeys>;

/**
 * The API keys of many workspaces. With a single workspace there are none, because its key is in the
 * settings.
 */
export function createApiKeys({ installations, audit, whose, now }: ApiKeysDeps) {
  async function installed(workspace: string) {
    const sealed = await installations.sealed(workspace);
    if (!sealed) throw new Refusal(...notInstalledAnyMore);
    return installations.open(workspace, sealed);
  }

  return {
    /** Who entered the workspace's key, and when (epoch ms); `undefined` if there is none. */
    async about(workspace: string) {
      const { apiKey } = await installed(workspace);
      return apiKey && { by: apiKey.by, at: apiKey.at };
    },

    /** Asks the service whose key it is, and stores it only if it's valid. Otherwise, throws a `Refusal`. */
    async enter(workspace: string, key: string, by: string): Promise<Me> {
      const { installation, apiKey: before } = await installed(workspace);
      const me = await whose(installation, key);
      // before the key is stored, so that no change lacks its audit entry
      const note = before ? 'API key replaced' : 'API key entered';
      await audit.add(workspace, { by, what: 'set', via: 'submission', note });
      if (!(await installations.keepApiKey(workspace, { key, by, at: now() })))
        throw new Refusal(...notInstalledAnyMore);
      return me;
    },

    async remove(workspace: string, by: string): Promise<void> {
      await audit.add(workspace, { by, what: 'set', via: 'click', note: 'API key removed' });
      await installations.removeApiKey(workspace);
    },
  };
}
