/** Where people are notified of a card's events. */

import type { Card } from '#src/posts/card/card.ts';
import { type Destination, destinationsSchema, type Topic } from '#src/settings/notification-preferences.ts';
import type { Deps } from './deps.ts';

/** The thread below this card, in which people are notified; `undefined` if the card isn't posted yet. */
export function threadOf({ message }: Card): { channel: string; thread: string } | undefined {
  return message && { channel: message.channel, thread: message.thread ?? message.ts };
}

/**
 * The channel of each topic. If the brand's settings can't be read, the default channels, so that nothing is
 * lost.
 */
export async function destinationsOf(
  { teamSettings, log }: Pick<Deps, 'teamSettings' | 'log'>,
  { workspace, brand }: Pick<Card, 'workspace' | 'brand'>,
): Promise<Record<Topic, Destination>> {
  try {
    return (await teamSettings.brand(workspace, brand.id)).notifications;
  } catch (cause) {
    log.warn({ err: cause, brand: brand.id }, "couldn't read a brand's settings");
    return destinationsSchema.parse(undefined);
  }
}
