/** The channels in which a brand's team is notified. */

import type { JobDeps } from '#src/job-deps.ts';
import type { Card } from '#src/posts/card/card.ts';
import { type Place, placesSchema, type Topic } from '#src/settings/notification-preferences.ts';

/** The channel of each topic; that of a brand without settings if they can't be read, so that nothing is lost. */
export async function placesOf(
  { teamSettings, log }: Pick<JobDeps, 'teamSettings' | 'log'>,
  { workspace, brand }: Pick<Card, 'workspace' | 'brand'>,
): Promise<Record<Topic, Place>> {
  try {
    return (await teamSettings.brand(workspace, brand.id)).notifications;
  } catch (cause) {
    log.warn({ err: cause, brand: brand.id }, "couldn't read a brand's settings");
    return placesSchema.parse(undefined);
  }
}
