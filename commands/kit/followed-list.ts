/**
 * Private lists that are updated once more when the post that someone acted on there is done, so that they
 * can offer *Undo* until then.
 */
import type { Deps } from './command.ts';

const nameOf = (message: string): string => `list-followed.${message}`;
const owner = 'list';

export const followList = ({ locks, workspace }: Deps, message: string, forMs: number): Promise<boolean> =>
  locks.acquire(workspace, nameOf(message), owner, forMs);

export const unfollowList = ({ locks, workspace }: Deps, message: string): Promise<void> =>
  locks.release(workspace, nameOf(message), owner);

export const isListFollowed = async ({ locks, workspace }: Deps, message: string): Promise<boolean> =>
  (await locks.owner(workspace, nameOf(message))) !== undefined;
