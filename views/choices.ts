/** The entries of a list that people choose from, filtered by what they typed. */
import type { PlainTextOption } from '@slack/types';
import { profileName } from '#src/cards/networks.ts';
import type { Profile } from '#src/cards/post.ts';
import type { Named } from '#src/cards/request.ts';
import { option, optionOf } from './fields.ts';
import { slack } from './limits.ts';
import { noChoice } from './read.ts';

export type ChoiceList =
  | { named: Named[]; what: string; whose?: string }
  | { profiles: Profile[] }
  /** Nothing to choose from: no brand chosen yet, no answer of the service or one that is not known, or no valid API key. */
  | { missing: keyof typeof missing };

const missing = {
  brand: 'Choose a brand first',
  answer: 'The publishing service does not answer. Try again soon.',
  shape: 'The service sent a list that I cannot read. Tell your administrator.',
  slack: 'Slack does not answer. Try again soon.',
  key: 'The publishing service refuses our API key. Tell your administrator.',
} as const;

/** At most what Slack takes; when there are more, the last entry says so. */
export function optionsFor(list: ChoiceList, typed: string): PlainTextOption[] {
  if ('missing' in list) return [option(missing[list.missing], noChoice)];
  const all =
    'named' in list
      ? list.named
      : list.profiles.map((profile) => ({ id: profile.id, name: profileName(profile) }));
  if (all.length === 0) return [option(noneText(list), noChoice)];
  const wanted = typed.trim().toLowerCase();
  // an id that Slack cannot carry back cannot be chosen
  const fitting = all.filter(
    ({ id, name }) => id.length <= slack.optionValue && name.toLowerCase().includes(wanted),
  );
  if (fitting.length <= slack.options) return fitting.map(optionOf);
  const shown = fitting.slice(0, slack.options - 1).map(optionOf);
  return [...shown, option(`${fitting.length - shown.length} more: type to find them`, noChoice)];
}

function noneText(list: Exclude<ChoiceList, { missing: string }>): string {
  if (!('named' in list)) return 'This brand has no social profiles';
  return `${list.whose ?? 'This brand'} has no ${list.what}`;
}
