/** The store of cards, telling each move that was made. */
import type { Card } from '#src/cards/card.ts';
import type { Move } from '#src/cards/move.ts';
import type { CardStore } from '#src/store/cards.ts';
import type { Moved } from './counters.ts';

export function countingCards(cards: CardStore, onMove: (moved: Moved) => void): CardStore {
  return {
    ...cards,
    async move(workspace: string, id: string, move: Move, known?: Card) {
      const moved = await cards.move(workspace, id, move, known);
      if (moved && 'card' in moved) onMove({ move: move.type, state: moved.card.state });
      return moved;
    },
  };
}
