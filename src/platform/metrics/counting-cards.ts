/** The store of cards, reporting each transition to the metrics. */
import type { Card } from '#src/posts/card/card.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { Moved } from './counters.ts';

export function countingCards(cards: CardStore, onMove: (moved: Moved) => void): CardStore {
  return {
    ...cards,
    async move(workspace: string, id: string, move: Transition, known?: Card) {
      const moved = await cards.move(workspace, id, move, known);
      if (moved && 'card' in moved) onMove({ move: move.type, state: moved.card.state });
      return moved;
    },
  };
}
