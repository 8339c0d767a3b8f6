/**
 * The preselected social profiles of a form, and which of a brand's default profiles the service still has.
 */
import type { Deps } from '#commands/kit/command.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { usualProfiles } from '#src/posts/card/usual-profiles.ts';

interface Preselected {
  /** What can be shown right away. */
  now: readonly Named[];
  /**
   * Asks the service, if the list isn't cached. Empty unless the brand has exactly one profile. Never
   * rejects.
   */
  later?: () => Promise<readonly Named[]>;
}

/**
 * The brand's default profiles (`set`) that the service still has, or else its only profile. Rejects only if
 * the cache does.
 */
export async function preselectedProfiles(
  { catalog, log }: Pick<Deps, 'catalog' | 'log'>,
  brand: string,
  set: readonly Named[],
): Promise<Preselected> {
  const cached = await catalog.glanceProfiles(brand);
  if (cached) return { now: usualProfiles(cached, set) };
  if (set.length > 0) return { now: set };
  const later = async (): Promise<readonly Named[]> => {
    try {
      return usualProfiles(await catalog.profiles(brand), set);
    } catch (cause) {
      log.debug({ err: cause, brand }, "couldn't check whether a brand has only one profile");
      return [];
    }
  };
  return { now: [], later };
}

interface Sorted {
  there: Named[];
  gone: Named[];
}

/**
 * The profiles in `set` that still exist, and those that are gone. `known`: the service's; without it, all of
 * them count as existing.
 */
export function sorted(set: readonly Named[], known: readonly { id: string }[] | undefined): Sorted {
  const isThere = ({ id }: Named): boolean => known?.some((one) => one.id === id) ?? true;
  return { there: set.filter(isThere), gone: set.filter((one) => !isThere(one)) };
}
