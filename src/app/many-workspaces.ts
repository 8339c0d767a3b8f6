/** Many workspaces, each with the token of its installation and the API key that someone entered there. */
import { createHash } from 'node:crypto';
import type { Installation, Installations, Sealed } from '#src/workspaces/installation-store.ts';
import { isOld } from '#src/workspaces/tokens.ts';
import { anotherKey, noKeyHint } from '#views/kit/command-refusals.ts';
import { type Context, createWorkspaceContext, type WorkspaceContext } from './workspace-context.ts';

interface Known {
  sealed: Sealed;
  installation: Installation;
  workspaceContext: WorkspaceContext;
}

export function openManyWorkspaces(
  context: Context,
  parts: {
    installations: Installations;
    fresh(installation: Installation): Promise<Installation | undefined>;
    forgetQuota(workspace: string, key: string): Promise<void>;
    /** What a person types to enter an API key. */
    keyCommand: string;
  },
) {
  const { installations, fresh, forgetQuota, keyCommand } = parts;
  const known = new Map<string, Known>();

  /**
   * A context is used until its token or key is written again: each value is sealed with a nonce of its own.
   */
  async function read(workspace: string, renewing = true): Promise<Known | undefined> {
    const sealed = await installations.sealed(workspace);
    if (!sealed) {
      known.delete(workspace);
      return undefined;
    }
    const before = known.get(workspace);
    const same =
      before?.sealed.installation === sealed.installation && before.sealed.apiKey === sealed.apiKey;
    const found = before && same ? before : build(workspace, sealed);
    known.set(workspace, found);
    if (!renewing || !isOld(found.installation, context.now())) return found;
    const renewed = await fresh(found.installation);
    // the old token, which still works although Slack issues no new one
    if (renewed?.botToken === found.installation.botToken) return found;
    return renewed && read(workspace, false);
  }

  function build(workspace: string, sealed: Sealed): Known {
    const { installation, apiKey } = installations.open(workspace, sealed);
    const keyHint = apiKey ? anotherKey(keyCommand) : noKeyHint(keyCommand);
    const workspaceContext = createWorkspaceContext(context, {
      workspace,
      botToken: installation.botToken,
      apiKey: apiKey?.key,
      edition: createHash('sha256')
        .update(sealed.apiKey ?? '')
        .digest('hex')
        .slice(0, 12),
      keyHint,
      forgetQuota: async () => apiKey && forgetQuota(workspace, apiKey.key),
    });
    return { sealed, installation, workspaceContext };
  }

  return {
    contextOf: async (workspace: string) => (await read(workspace))?.workspaceContext,
    /** The installation with a valid token; `undefined` if it isn't installed there. */
    installationOf: async (workspace: string) => (await read(workspace))?.installation,
  };
}
