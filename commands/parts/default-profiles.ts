/** The default profiles of a brand, as far as the service still has them. */
import type { Named } from '#src/cards/request.ts';
import type { Deps } from '../command.ts';

/**
 * Those of `set` that are still there, and those that are known to be gone. Never asks the service: what is not at hand is
 * asked for behind, so that the next form knows. Without any default nothing is read.
 */
export async function defaultProfiles(
  { choices }: Pick<Deps, 'choices'>,
  brand: string,
  set: readonly Named[],
): Promise<Sorted> {
  return sorted(set, set.length > 0 ? await choices.glanceProfiles(brand) : undefined);
}

interface Sorted {
  there: Named[];
  gone: Named[];
}

/** `known`: what the service has; without it all count as there. */
export function sorted(set: readonly Named[], known: readonly { id: string }[] | undefined): Sorted {
  const isThere = ({ id }: Named): boolean => known?.some((one) => one.id === id) ?? true;
  return { there: set.filter(isThere), gone: set.filter((one) => !isThere(one)) };
}
