/** Time zones for plain text, such as a toast, in which Slack can't format dates for each reader. */
import type { Logger } from 'pino';
import type { Users } from '#src/platform/slack/users.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { NotificationMessage } from './message.ts';
import type { NotificationContent } from './notification-content.ts';

/** The time zone for plain text, such as on buttons, in which Slack can't format dates. */
export interface Zones {
  /** For a brand's posts: the brand's zone, or else this person's, or else UTC. An IANA zone or an offset. */
  zoneFor(brand: string, person: string): Promise<string>;
}

export function createZones(
  zoneOfBrand: (brand: string) => Promise<string | undefined>,
  users: Pick<Users, 'zoneOf'>,
  log: Pick<Logger, 'warn'>,
): Zones['zoneFor'] {
  return async (brand, person) => {
    const zone = await zoneOfBrand(brand).catch((cause: unknown) => {
      log.warn({ err: cause, brand }, "couldn't read a brand's time zone");
      return undefined;
    });
    return zone ?? (await users.zoneOf(person)) ?? 'UTC';
  };
}

/** The time zone for a plain-text message. `to`: a channel, or the user for a direct message. */
export type ZoneOfMessage = (to: string, what: NotificationContent | NotificationMessage) => Promise<string>;

/** The reader's time zone in a direct message, the brand's in a channel. Never throws. */
export const createZoneOfMessage =
  (zoneFor: Zones['zoneFor'], { zoneOf }: Pick<Users, 'zoneOf'>): ZoneOfMessage =>
  async (to, what) => {
    if (/^[UW]/.test(to)) return (await zoneOf(to)) ?? 'UTC';
    const { brand, person } = aboutOf(what);
    if (person === undefined) return 'UTC';
    // only the requester reads a card in a direct message
    if (brand === undefined || to.startsWith('D')) return (await zoneOf(person)) ?? 'UTC';
    return zoneFor(brand, person);
  };

/**
 * A brand that the message is about, and someone from its team whose time zone is used if the brand has none.
 */
function aboutOf(what: NotificationContent | NotificationMessage): { brand?: string; person?: string } {
  const ofCard = (card: Card | undefined) => (card ? { brand: card.brand.id, person: card.author } : {});
  switch (what.kind) {
    case 'notification':
      return ofCard(what.lines[0]?.card);
    case 'waits':
    case 'unanswered':
      return ofCard(what.card);
    case 'results':
      return ofCard(what.results[0]?.card);
    case 'list':
      return ofCard(what.waiting[0]?.card);
    case 'incident':
      return ofCard(what.incident.cards[0]);
    case 'pause': {
      const { brand, by } = what.pause;
      return { ...(brand && { brand: brand.id }), person: by };
    }
    case 'digest':
    case 'report':
    case 'channel_gone':
      return {};
  }
}
