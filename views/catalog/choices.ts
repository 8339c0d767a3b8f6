/** The entries of a list that people choose from, filtered by what they typed. */

import type { PlainTextOption } from '@slack/types';
import { profileName } from '#src/platform/publishing-api/networks.ts';
import type { Profile } from '#src/platform/publishing-api/post.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Chosen, ListName } from '#src/posts/card/chosen.ts';
import { block, option, optionOf } from '#views/kit/fields.ts';
import { slack } from '#views/kit/limits.ts';
import { noChoice } from '#views/kit/parse.ts';
import { count } from '#views/kit/text.ts';
import { notOfThisBrand } from '#views/posts/problems.ts';

/** `unread`: how many of the service's records couldn't be parsed, so they aren't in the list. */
export type ChoiceList =
  | { named: Named[]; what: string; unread?: number }
  | { profiles: Profile[]; unread?: number }
  /**
   * There's nothing to choose from: no brand is chosen yet, the service's answer is missing or can't be
   * understood, or there's no valid API key.
   */
  | { missing: keyof typeof missing };

const missing = {
  brand: 'Choose a brand first',
  answer: 'The publishing service isn’t responding. Try again in a minute.',
  shape: 'I can’t read the publishing service’s list. Tell your Presscheck admin.',
  slack: 'Slack isn’t responding. Try again in a minute.',
  key: 'There’s no valid API key. Tell your Presscheck admin.',
  workspaceKey: 'There’s no valid API key. Ask a workspace admin to enter one.',
} as const;

/** At most as many as Slack accepts. The last entry says how many more there are, or couldn't be parsed. */
export function optionsFor(list: ChoiceList, typed: string): PlainTextOption[] {
  if ('missing' in list) return [option(missing[list.missing], noChoice)];
  const all =
    'named' in list
      ? list.named
      : list.profiles.map((profile) => ({ id: profile.id, name: profileName(profile) }));
  const { unread = 0 } = list;
  const what = 'named' in list ? list.what : 'social profiles';
  const note = option(`I couldn’t read ${unread} of the ${what}. Tell your Presscheck admin.`, noChoice);
  if (all.length === 0) return [unread > 0 ? note : option(noneText(list), noChoice)];
  const query = typed.trim().toLowerCase();
  const fitting = all.filter(({ name }) => name.toLowerCase().includes(query));
  const room = unread > 0 ? slack.options - 1 : slack.options;
  if (fitting.length <= room) return [...fitting.map(optionOf), ...(unread > 0 ? [note] : [])];
  const shown = fitting.slice(0, slack.options - 1).map(optionOf);
  const more = `${fitting.length - shown.length} more. Keep typing to narrow the list.`;
  return [
    ...shown,
    option(unread > 0 ? `${more} I couldn’t read ${count(unread, 'other')}.` : more, noChoice),
  ];
}

/** The errors for choices that aren't in the brand's lists, by block id. */
export function wrongChoices(wrong: Chosen, brand: Named): Record<string, string> {
  const blocks = { ...block, brand: () => block.brand };
  const errors = Object.entries(wrong).map(([list, named]) => [
    blocks[list as ListName](brand),
    list === 'brand'
      ? 'The publishing service no longer lists this brand. Choose another one.'
      : `${notOfThisBrand(named.map(({ name }) => name))} Choose again.`,
  ]);
  return Object.fromEntries(errors);
}

function noneText(list: Exclude<ChoiceList, { missing: string }>): string {
  const what = 'named' in list ? list.what : 'social profiles';
  return nothingThere[what] ?? `This brand has no ${what}.`;
}

/** For lists that don't belong to a brand. */
const nothingThere: Record<string, string> = {
  brands: 'The publishing service has no brands yet.',
  'user groups': 'This workspace has no user groups.',
};
