/** The zone that plain text about a brand's posts states times in, where Slack formats no dates for its reader. */
import type { Logger } from 'pino';
import type { TeamSettings } from '#src/cards/team-settings.ts';
import type { Outside, People } from '#src/ports.ts';

export function createZones(
  workspace: string,
  teamSettings: Pick<TeamSettings, 'brand'>,
  people: Pick<People, 'zoneOf'>,
  log: Pick<Logger, 'warn'>,
): Outside['zoneFor'] {
  return async (brand, person) => {
    const settings = await teamSettings.brand(workspace, brand).catch((cause: unknown) => {
      log.warn({ err: cause, brand }, 'the zone of a brand could not be read');
      return undefined;
    });
    return settings?.zone ?? (await people.zoneOf(person)) ?? 'UTC';
  };
}
