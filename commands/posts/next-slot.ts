/** The next open posting slot of a brand: shown in forms, and given to a card. */

import { orElse } from '#commands/kit/afterwards.ts';
import type { Deps, SharedDeps } from '#commands/kit/command.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { TransitionResult } from '#src/posts/card/apply-transition.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { RequestedTransition } from '#src/posts/card/transition.ts';
import { slotText } from '#views/kit/moment.ts';
import { inZone } from '#views/kit/zone-names.ts';

/**
 * The slot as text, in the brand's time zone. `undefined` if there's none, or if it can't be read: the form
 * opens anyway.
 */
export function nextSlotShown(
  { slots, workspace, log }: Pick<Deps, 'slots' | 'workspace' | 'log'>,
  brand: Named,
): Promise<string | undefined> {
  const about = { problem: "couldn't read the next posting slot for a form", brand: brand.id };
  return orElse({ log }, undefined, about, async () => {
    const [[next], { zone = 'UTC' }] = await Promise.all([
      slots.free(workspace, brand, 1),
      slots.of(workspace, brand.id),
    ]);
    return next === undefined ? undefined : `${slotText(next, zone)} ${inZone(zone)}`;
  });
}

/**
 * Makes the transition with the next open slot (UTC), or a later one if someone else takes it; `undefined` if
 * none is open.
 */
export function moveToNextSlot(
  { desk, slots }: Pick<SharedDeps, 'desk' | 'slots'>,
  card: Card,
  transitionFor: (at: string) => RequestedTransition,
): Promise<{ at: string; result: TransitionResult | undefined } | undefined> {
  return slots.takeNext(card.workspace, card.brand, async (at) => {
    const transition = { ...transitionFor(at), slot: { exceptCards: [] } };
    const result = await desk.transition(card.workspace, card.id, transition, card);
    const isTaken = result && 'refused' in result && result.refused.why === 'slot_taken';
    return isTaken ? 'slot_taken' : { at, result };
  });
}
