import { Refusal } from '#src/platform/refusal.ts';
import { noKey } from '#views/kit/command-refusals.ts';
import type { Reach } from '#views/kit/links.ts';
import type { Deps, SharedDeps } from './command.ts';

/**
 * The workspace whose installation authorized a delivery. In a shared channel, that isn't always the
 * person's.
 */
export function workspaceOf(context: { teamId?: string | undefined }): string {
  if (!context.teamId) throw new Error("Slack's payload doesn't name a workspace");
  return context.teamId;
}

/**
 * Throws a `Refusal` if there's no API key, because the service can't be asked. It says who can enter one.
 */
export function demandKey({ keyed, slash }: Pick<Deps, 'keyed' | 'slash'>): void {
  if (keyed) return;
  throw new Refusal(...noKey(`${slash('social')} key`));
}

/** How the publishing service reaches what is entered in this workspace. */
export const reachIn = ({ fileAddress, postFiles, localService }: SharedDeps, workspace: string): Reach => ({
  addressOf: fileAddress && ((media) => fileAddress(workspace, media)),
  isExpired: postFiles.isExpired,
  localService,
});
