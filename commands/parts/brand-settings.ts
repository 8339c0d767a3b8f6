/** What is set for brands, where doing without it is better than no answer. */
import { type BrandSettings, brandSettingsSchema } from '#src/cards/team-settings.ts';
import type { SharedDeps } from '../command.ts';

/** The settings of a brand; while they cannot be read, those of a brand for which nothing is set. */
export async function brandSettingsAtHand(
  deps: Pick<SharedDeps, 'teamSettings' | 'log'>,
  workspace: string,
  brand: string,
): Promise<BrandSettings> {
  try {
    return await deps.teamSettings.brand(workspace, brand);
  } catch (cause) {
    deps.log.warn({ err: cause, brand }, 'the settings of a brand could not be read');
    return brandSettingsSchema.parse({});
  }
}
