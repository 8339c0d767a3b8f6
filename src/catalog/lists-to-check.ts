/**
 * Finds the lists that show whether a brand has what a person chose: first cached ones, then once the
 * service's.
 */

import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Log } from '#src/platform/publishing-api/service.ts';
import { within } from '#src/platform/within.ts';
import { type Chosen, hasAll, type ListName, type Lists } from '#src/posts/card/chosen.ts';

/** The copies of one list, the nearest first. */
export interface Copies {
  /** The copy in this process. */
  recall(): readonly Named[] | undefined;
  /** The copy in the cache. Never rejects. */
  peek(): Promise<readonly Named[] | undefined>;
  /** Reads the list from the service. Rejects like the service. */
  refresh(): Promise<readonly Named[]>;
}

/**
 * How long to wait for the service: a person waits for the answer, which Slack expects within three seconds.
 */
const refreshWithinMs = 1_000;

/**
 * The cached lists. If one lacks something, either it's old or the choice isn't the brand's: it's read again,
 * and left out if that takes too long. A list that wasn't read yet is left out, and requested in the
 * background. Never rejects.
 */
export async function listsAtHand(
  chosen: Chosen,
  copies: Record<ListName, Copies>,
  log: Log,
): Promise<Lists> {
  const unread = (cause: unknown): undefined => {
    log.warn({ err: cause }, "couldn't read a list to check a selection");
  };
  return eachList(chosen, copies, async (name, known) => {
    if (!known) {
      void copies[name].refresh().catch(unread);
      return undefined;
    }
    const refreshed = copies[name].refresh();
    try {
      return (await within(refreshed, refreshWithinMs)) ? await refreshed : undefined;
    } catch (cause) {
      return unread(cause);
    }
  });
}

/** Every list, read from the service if the cached one lacks something. Rejects like the service. */
export function listsForCertain(chosen: Chosen, copies: Record<ListName, Copies>): Promise<Lists> {
  return eachList(chosen, copies, (name) => copies[name].refresh());
}

/** `otherwise`: called with the newest copy if none has everything. */
async function eachList(
  chosen: Chosen,
  copies: Record<ListName, Copies>,
  otherwise: (name: ListName, known: readonly Named[] | undefined) => Promise<readonly Named[] | undefined>,
): Promise<Lists> {
  const chosenLists = Object.entries(chosen).filter(([, named]) => named.length > 0) as [ListName, Named[]][];
  const read = chosenLists.map(async ([name, named]) => {
    const recalled = copies[name].recall();
    if (recalled && hasAll(recalled, named)) return [name, recalled] as const;
    const cached = await copies[name].peek();
    if (cached && hasAll(cached, named)) return [name, cached] as const;
    return [name, await otherwise(name, cached)] as const;
  });
  return Object.fromEntries((await Promise.all(read)).filter(([, list]) => list !== undefined));
}
