/** A workspace without an API key: nothing can be asked of the service, and the person reads who can change that. */

import type { Deps } from '#commands/kit/command.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { noKey } from '#views/kit/command-refusals.ts';

/** Throws the `Refusal`. */
export function demandKey({ keyed, slash }: Pick<Deps, 'keyed' | 'slash'>): void {
  if (keyed) return;
  throw new Refusal(...noKey(`${slash('social')} key`));
}
