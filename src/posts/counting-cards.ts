/** The store of cards, reporting each transition to the metrics. */
import type { CountedTransition } from '#src/platform/metrics/counters.ts';
import type { Card } from './card/card.ts';
import { cardWords, transitionWords } from './card/stored.ts';
import type { Transition } from './card/transition.ts';
import type { CardStore } from './card-store.ts';

export function countingCards(
  cards: CardStore,
  onTransition: (result: CountedTransition) => void,
): CardStore {
  return {
    ...cards,
    async transition(workspace: string, id: string, transition: Transition, known?: Card) {
      const result = await cards.transition(workspace, id, transition, known);
      if (result && 'card' in result)
        onTransition({
          move: transitionWords.write(transition.type),
          state: cardWords.write(result.card.state),
        });
      return result;
    },
  };
}
