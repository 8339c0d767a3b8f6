/** Who is who: what the bot needs to know of a person. */
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { People } from '#src/ports.ts';

/** People move rarely; a day-old zone is right for nearly all of them. */
const keepForMs = 12 * 3_600_000;
const keepAtMost = 5_000;

export function createPeople(client: WebClient, log: Logger, now: () => number): People {
  const zones = new Map<string, { zone: string; at: number }>();
  return {
    async zoneOf(user) {
      const known = zones.get(user);
      if (known && now() - known.at < keepForMs) return known.zone;
      try {
        const zone = (await client.users.info({ user })).user?.tz ?? 'UTC';
        if (zones.size >= keepAtMost) zones.clear();
        zones.set(user, { zone, at: now() });
        return zone;
      } catch (cause) {
        log.warn({ err: cause }, 'the zone of a person could not be read');
        return known?.zone ?? 'UTC';
      }
    },
  };
}
