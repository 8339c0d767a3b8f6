/**
 * Private lists that are updated once more when the post that someone acted on there is done, so that they
 * can offer *Undo* until then.
 */
import type { Deps } from './command.ts';

const nameOf = (message: string): string => `list-followed.${message}`;

/** The list is updated for `forMs` as long as it shows this page. */
export async function followList(
  deps: Deps,
  { message, page }: { message: string; page: number },
  forMs: number,
): Promise<void> {
  await unfollowList(deps, message);
  await deps.locks.acquire(deps.workspace, nameOf(message), String(page), forMs);
}

export async function unfollowList({ locks, workspace }: Deps, message: string): Promise<void> {
  const page = await locks.owner(workspace, nameOf(message));
  if (page !== undefined) await locks.release(workspace, nameOf(message), page);
}

export const isListFollowed = async (
  { locks, workspace }: Deps,
  { message, page }: { message: string; page: number },
): Promise<boolean> => (await locks.owner(workspace, nameOf(message))) === String(page);
