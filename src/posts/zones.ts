/** Time zones for plain text, such as a toast, in which Slack can't format dates for each reader. */
import type { Logger } from 'pino';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Users } from '#src/platform/slack/users.ts';

/** For a brand's posts: the brand's zone, or else this person's, or else UTC. An IANA zone or an offset. */
type ZoneFor = (brand: string, person: string) => Promise<string>;

export function createZones(
  zoneOfBrand: (brand: string) => Promise<string | undefined>,
  users: Pick<Users, 'zoneOf'>,
  log: Pick<Logger, 'warn'>,
): ZoneFor {
  return async (brand, person) => {
    const zone = await zoneOfBrand(brand).catch((cause: unknown) => {
      log.warn({ err: cause, brand }, "couldn't read a brand's time zone");
      return undefined;
    });
    return zone ?? (await users.zoneOf(person)) ?? 'UTC';
  };
}

/** A brand, and someone from its team whose time zone is used if the brand has none. A card is one. */
export interface About {
  brand?: Pick<Named, 'id'> | undefined;
  author: string;
}

/** The time zone for a plain-text message. `to`: a channel, or the user for a direct message. */
export type ZoneOfMessage = (to: string, about: About | undefined) => Promise<string>;

/** The reader's time zone in a direct message, the brand's in a channel. Never throws. */
export const createZoneOfMessage =
  (zoneFor: ZoneFor, { zoneOf }: Pick<Users, 'zoneOf'>): ZoneOfMessage =>
  async (to, about) => {
    if (/^[UW]/.test(to)) return (await zoneOf(to)) ?? 'UTC';
    if (!about) return 'UTC';
    const { brand, author } = about;
    // only the requester reads a card in a direct message
    if (!brand || to.startsWith('D')) return (await zoneOf(author)) ?? 'UTC';
    return zoneFor(brand.id, author);
  };
