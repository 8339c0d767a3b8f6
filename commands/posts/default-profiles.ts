/** The preselected social profiles of a form, and which of a brand's default profiles the service still has. */
import type { Deps } from '#commands/kit/command.ts';
import { profileName } from '#src/platform/publishing-api/networks.ts';
import type { Profile } from '#src/platform/publishing-api/post.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';

interface Preselected {
  /** What can be shown right away. */
  now: readonly Named[];
  /** If the list isn't cached: asks the service. Empty unless the brand has exactly one profile. Never rejects. */
  later?: () => Promise<readonly Named[]>;
}

/** The brand's default profiles (`set`) that the service still has, or else its only profile. Rejects only if the cache does. */
export async function preselectedProfiles(
  { choices, log }: Pick<Deps, 'choices' | 'log'>,
  brand: string,
  set: readonly Named[],
): Promise<Preselected> {
  const cached = await choices.glanceProfiles(brand);
  const { there } = sorted(set, cached);
  if (there.length > 0) return { now: there };
  if (cached) return { now: onlyOne(cached) };
  const later = async (): Promise<readonly Named[]> => {
    try {
      return onlyOne(await choices.profiles(brand));
    } catch (cause) {
      log.debug({ err: cause, brand }, "couldn't check whether a brand has only one profile");
      return [];
    }
  };
  return { now: [], later };
}

const onlyOne = (known: readonly Profile[]): Named[] =>
  known.length === 1 ? known.map((profile) => ({ id: profile.id, name: profileName(profile) })) : [];

interface Sorted {
  there: Named[];
  gone: Named[];
}

/** The profiles of `set` that still exist, and those that are gone. `known`: the service's; without it, all count as existing. */
export function sorted(set: readonly Named[], known: readonly { id: string }[] | undefined): Sorted {
  const isThere = ({ id }: Named): boolean => known?.some((one) => one.id === id) ?? true;
  return { there: set.filter(isThere), gone: set.filter((one) => !isThere(one)) };
}
