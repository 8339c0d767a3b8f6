/** Under what someone asks for a post of a brand: the rule it is under, and what is set for it. */

import type { Card } from '#src/posts/card/card.ts';
import type { Rule } from '#src/posts/card/rule.ts';
import { type BrandSettings, brandSettingsSchema } from './settings.ts';

export interface Terms {
  /** The brand's own, else the one of all brands without; `undefined`: no approval is asked for. */
  rule: Rule | undefined;
  settings: BrandSettings;
  /** Both as they are kept, to be compared; empty: nothing is. */
  kept: { rule: string; settings: string };
}

/** Where nobody set anything. */
export const noTerms: Terms = {
  rule: undefined,
  settings: brandSettingsSchema.parse({}),
  kept: { rule: '', settings: '' },
};

/** A request that stands now; `conflict`: as the card of another one with the same id. */
export interface Recorded {
  card: Card;
  conflict: boolean;
}

export interface TermsStore {
  /** As this process read them last: others may have set something since, so whoever relies on them has them compared. */
  remembered(workspace: string, brand: string): Terms | undefined;
  /** One round trip. Throws where the rule cannot be read; settings that cannot be read count as none. */
  read(workspace: string, brand: string): Promise<Terms>;
}
