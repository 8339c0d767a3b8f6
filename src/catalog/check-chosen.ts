/** Whether the lists of a brand have what someone chose: the lists at hand are asked first, then the service once. */

import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Log } from '#src/platform/publishing-api/service.ts';
import { type Chosen, hasAll, type ListName, type Lists } from '#src/posts/card/chosen.ts';

/** One list, the nearest copy first. */
export interface Copies {
  /** In this process. */
  recall(): readonly Named[] | undefined;
  /** In the cache; never rejects. */
  peek(): Promise<readonly Named[] | undefined>;
  /** At the service; rejects as it does. */
  refresh(): Promise<readonly Named[]>;
}

/** A person waits for the answer, which Slack wants within three seconds. */
const refreshWithinMs = 1_000;

/**
 * The lists at hand. One that lacks something is old, or what was chosen is not the brand's: it is read again, and left out
 * where that takes too long. One that nobody has
 * read yet is left out, and asked for behind. Never rejects.
 */
export async function listsAtHand(
  chosen: Chosen,
  copies: Record<ListName, Copies>,
  log: Log,
): Promise<Lists> {
  const unread = (cause: unknown): undefined => {
    log.warn({ err: cause }, 'a list could not be read to check a choice');
  };
  return eachList(chosen, copies, async (name, known) => {
    if (!known) {
      void copies[name].refresh().catch(unread);
      return undefined;
    }
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), refreshWithinMs);
    try {
      return await Promise.race([copies[name].refresh(), late.promise]);
    } catch (cause) {
      return unread(cause);
    } finally {
      clearTimeout(timer);
    }
  });
}

/** Every list, from the service where the one at hand lacks something. Rejects as the service does. */
export function listsForCertain(chosen: Chosen, copies: Record<ListName, Copies>): Promise<Lists> {
  return eachList(chosen, copies, (name) => copies[name].refresh());
}

/** `otherwise`: where no copy at hand has everything; told the newest of them. */
async function eachList(
  chosen: Chosen,
  copies: Record<ListName, Copies>,
  otherwise: (name: ListName, known: readonly Named[] | undefined) => Promise<readonly Named[] | undefined>,
): Promise<Lists> {
  const wanted = Object.entries(chosen).filter(([, named]) => named.length > 0) as [ListName, Named[]][];
  const read = wanted.map(async ([name, named]) => {
    const recalled = copies[name].recall();
    if (recalled && hasAll(recalled, named)) return [name, recalled] as const;
    const cached = await copies[name].peek();
    if (cached && hasAll(cached, named)) return [name, cached] as const;
    return [name, await otherwise(name, cached)] as const;
  });
  return Object.fromEntries((await Promise.all(read)).filter(([, list]) => list !== undefined));
}
