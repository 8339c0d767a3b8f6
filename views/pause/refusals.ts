/** What people read if they can't pause or resume, or left something out. */

import type { RefusalText } from '#views/kit/command-refusals.ts';
import { listed, plural } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { andMore } from '#views/kit/lists.ts';

/** How to pause publishing. `command`: what people type before the brand. */
export const pauseUsage = (command: string): string =>
  `Type \`${command} <brand> <reason>\`, or use \`all\` for all brands. Everyone in the channel can see the reason.`;

const noBrandCalled = (typed: string): string => `There’s no brand named “${clip(typed, 60)}”`;

const brandsNamed = 20;

const namesOf = (brands: readonly string[]): string =>
  listed(andMore(brands, brandsNamed, (name) => clip(name, 80)));

export const whatToPause = {
  nothing: 'Which brand, and why?',
  noReason: 'Add a reason. People see it when they try to publish.',
  noBrand: (typed: string, brands: readonly string[]): string =>
    `${noBrandCalled(typed)}.${brands.length > 0 ? ` ${plural(brands.length, { one: 'The only brand is', other: 'The brands are' })} ${namesOf(brands)}.` : ''}`,
  /** `why`: why the service couldn't list the brands. */
  notKnown: (typed: string, why: string): string =>
    `I can’t look up the brand “${clip(typed, 60)}” because I can’t read the list of brands right now. ${why}`,
  several: (brands: readonly string[]): string => `That matches several brands: ${namesOf(brands)}.`,
};

/** `because`: for all brands, a brand whose posts they can't approve. */
export const cannotPause = (
  what: 'pause' | 'resume',
  { brand, because }: { brand: string | undefined; because: string },
): RefusalText => [
  brand === undefined
    ? `You can’t ${what} all brands, because you can’t approve posts for ${because}.`
    : `You can’t ${what} ${brand}.`,
  brand === undefined
    ? 'Workspace admins can, and so can anyone who can approve posts for every brand.'
    : 'Workspace admins and the brand’s approvers can.',
];

/**
 * Whether they're allowed to depends on a group that can't be read at the moment. `groups` names it, as the
 * beginning of a sentence.
 */
export const cannotTellGroups = (what: 'pause' | 'resume', groups: string): RefusalText => [
  `${groups}, so I can’t tell whether you can ${what} this.`,
  'Try again in a minute, or ask a workspace admin.',
];

/** For a pause of all brands, if the list of brands can't be read and brands have different rules. */
export const cannotTellAll = (what: 'pause' | 'resume'): RefusalText => [
  `I can’t read the list of brands right now, so I can’t tell whether you can ${what} all of them.`,
  `Name each brand you want to ${what}, or ask a workspace admin.`,
];
