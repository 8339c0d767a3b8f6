/** Gives a card the next free posting slot of its brand. */
import type { SharedDeps } from '#commands/kit/command.ts';
import type { Wanted } from '#src/ports.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Moved } from '#src/posts/card/transitions.ts';

/**
 * Makes the transition with the slot (UTC), and with another slot if someone else takes it at the same moment. `undefined` if none is free;
 * then nothing was done.
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
