/** A workspace without an API key: the service can't be asked, and the person reads who can change that. */

import { Refusal } from '#src/platform/refusal.ts';
import { noKey } from '#views/kit/command-refusals.ts';
import type { Deps } from './command.ts';

/** Throws the `Refusal`. */
export function demandKey({ keyed, slash }: Pick<Deps, 'keyed' | 'slash'>): void {
  if (keyed) return;
  throw new Refusal(...noKey(`${slash('social')} key`));
}
