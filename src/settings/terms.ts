/** What applies to a request for a brand's post: its rule and its settings. */

import type { Rule } from '#src/posts/card/rule.ts';
import { type BrandSettings, brandSettingsSchema } from './settings.ts';

export interface Terms {
  /** The brand's own rule, or else the common one; `undefined` if no approval is needed. */
  rule: Rule | undefined;
  settings: BrandSettings;
  /** Both as they're stored, for comparison; empty if they aren't set. */
  kept: { rule: string; settings: string };
}

/** If nobody has set anything. */
export const noTerms: Terms = {
  rule: undefined,
  settings: brandSettingsSchema.parse({}),
  kept: { rule: '', settings: '' },
};

export interface TermsStore {
  /** As this process last read them. They may have changed since, so the script that records a request compares them. */
  remembered(workspace: string, brand: string): Terms | undefined;
  /** Reads both in one round trip. Throws if the rule can't be read; settings that can't be read count as unset. */
  read(workspace: string, brand: string): Promise<Terms>;
}
