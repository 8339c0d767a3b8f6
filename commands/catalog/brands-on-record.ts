/** The brands that Redis knows, for pausing and resuming: neither waits for the service, nor fails with it. */

import type { Deps } from '#commands/kit/command.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';

/** As the service listed them last, however long ago and whatever it says now. Never asks it. */
export async function brandsListed({ choices }: Deps): Promise<Named[]> {
  return (await choices.peekBrands()) ?? choices.rememberedBrands();
}

/** Also those of pauses and cards; by their ids those with a rule or settings. Never asks the service. */
export async function brandsOnRecord(deps: Deps): Promise<Named[]> {
  const { workspace, log } = deps;
  const [listed, pauses, carded, rules, settings] = await Promise.all([
    brandsListed(deps),
    deps.pauses.all(workspace),
    deps.desk.brands(workspace),
    deps.rules.all(workspace),
    deps.teamSettings.all(workspace, (brand, cause) =>
      log.warn({ err: cause, brand }, 'the settings of a brand could not be read'),
    ),
  ]);
  const named = [...listed, ...pauses.flatMap(({ brand }) => brand ?? []), ...carded];
  const unnamed = [...rules.brands.keys(), ...settings.keys()].map((id) => ({ id, name: id }));
  // the first that names it knows best
  return [...new Map([...named, ...unnamed].reverse().map((brand) => [brand.id, brand])).values()].reverse();
}
