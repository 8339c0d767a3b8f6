/** The settings of brands, for callers that can do without them if they can't be read. */

import { orElse } from '#commands/kit/afterwards.ts';
import type { SharedDeps } from '#commands/kit/command.ts';
import type { CurrentApprovers } from '#src/posts/card/rule.ts';
import { type BrandSettings, brandSettingsSchema } from '#src/settings/settings.ts';

/** The settings of a brand, or the defaults if they can't be read. */
export const brandSettingsAtHand = (
  deps: Pick<SharedDeps, 'teamSettings' | 'log'>,
  workspace: string,
  brand: string,
): Promise<BrandSettings> =>
  orElse(
    deps,
    brandSettingsSchema.parse({}),
    { problem: "couldn't read a brand's settings", brand },
    async () => deps.teamSettings.brand(workspace, brand),
  );

/** The channel of this brand's cards; `otherwise` if neither its rule nor its settings name one. */
export async function channelOfBrand(
  deps: Pick<SharedDeps, 'teamSettings' | 'log'>,
  workspace: string,
  {
    brand,
    approvers,
    otherwise,
  }: { brand: string; approvers: CurrentApprovers | undefined; otherwise: string },
): Promise<string> {
  const ofRule = approvers?.rule.channel;
  return ofRule ?? (await brandSettingsAtHand(deps, workspace, brand)).channel ?? otherwise;
}
