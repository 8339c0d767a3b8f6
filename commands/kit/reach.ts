import type { Reach } from '#views/kit/links.ts';
import type { SharedDeps } from './command.ts';

/** How the publishing service reaches what is entered in this workspace. */
export const reachIn = ({ fileAddress, localService }: SharedDeps, workspace: string): Reach => ({
  addressOf: fileAddress && ((media) => fileAddress(workspace, media)),
  localService,
});
