/** Cards for the posts of a list that was shown, kept until someone presses one of their buttons. */

import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import type { Card } from '#src/posts/card/card.ts';
import { cardFrom, cardText } from './save-card.ts';

/**
 * How long the cards are kept: as long as a private answer is useful. Slack keeps those only for a session.
 */
const keepForMs = 24 * 3_600_000;

export type OutsidePosts = ReturnType<typeof createOutsidePosts>;

export function createOutsidePosts(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    async keep(cards: Card[]): Promise<void> {
      await Promise.all(
        cards.map((card) =>
          redis.set(keys.outsidePost(card.workspace, card.id), cardText(card), 'PX', keepForMs),
        ),
      );
    },

    async get(workspace: string, id: string): Promise<Card | undefined> {
      const json = await redis.get(keys.outsidePost(workspace, id));
      return json === null ? undefined : cardFrom(json);
    },
  };
}
