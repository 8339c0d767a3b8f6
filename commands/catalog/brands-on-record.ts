/**
 * The brands that Redis knows, for pausing and resuming, which must not wait for the service, or fail because
 * of it.
 */

import type { Deps } from '#commands/kit/command.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';

/** The brands as the service last listed them, however long ago. Never asks the service. */
export async function brandsListed({ catalog }: Deps): Promise<Named[]> {
  return (await catalog.peekBrands()) ?? catalog.rememberedBrands();
}

/**
 * Adds the brands of pauses and cards, and by id those that have a rule or settings. Never asks the service.
 */
export async function brandsOnRecord(deps: Deps): Promise<Named[]> {
  const { workspace, log } = deps;
  const [listed, pauses, carded, rules, settings] = await Promise.all([
    brandsListed(deps),
    deps.pauses.all(workspace),
    deps.desk.brands(workspace),
    deps.rules.all(workspace),
    deps.teamSettings.all(workspace, log),
  ]);
  const named = [...listed, ...pauses.flatMap(({ brand }) => brand ?? []), ...carded];
  const unnamed = [...rules.brands.keys(), ...settings.all.keys()].map((id) => ({ id, name: id }));
  // the first source of each brand has the best name
  return [...new Map([...named, ...unnamed].reverse().map((brand) => [brand.id, brand])).values()].reverse();
}
