/** The store of cards, reporting each transition to the metrics. */
import type { Moved } from '#src/platform/metrics/counters.ts';
import type { Card } from './card/card.ts';
import { cardWords, transitionWords } from './card/stored.ts';
import type { Transition } from './card/transition.ts';
import type { CardStore } from './card-store.ts';

export function countingCards(cards: CardStore, onMove: (moved: Moved) => void): CardStore {
  return {
    ...cards,
    async move(workspace: string, id: string, move: Transition, known?: Card) {
      const moved = await cards.move(workspace, id, move, known);
      if (moved && 'card' in moved)
        onMove({ move: transitionWords.write(move.type), state: cardWords.write(moved.card.state) });
      return moved;
    },
  };
}
