/** Gives a card the next free posting slot of its brand. */
import type { SharedDeps } from '#commands/kit/command.ts';
import type { Wanted } from '#src/ports.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Moved } from '#src/posts/card/transitions.ts';

/**
 * Asks for the transition with the slot (UTC), and for another slot as long as someone else takes it in the same moment. `undefined`: none is free,
 * and nothing was asked for.
 */
export function moveToNextSlot(
  { desk, slots }: Pick<SharedDeps, 'desk' | 'slots'>,
  card: Card,
  moveFor: (at: string) => Wanted,
): Promise<{ at: string; moved: Moved | undefined } | undefined> {
  return slots.takeNext(card.workspace, card.brand, async (at) => {
    const move = { ...moveFor(at), slot: { among: [] } };
    const moved = await desk.move(card.workspace, card.id, move, card);
    const isTaken = moved && 'refused' in moved && moved.refused.why === 'slot_taken';
    return isTaken ? 'slot_taken' : { at, moved };
  });
}
