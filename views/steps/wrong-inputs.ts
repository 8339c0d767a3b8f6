/**
 * What's wrong with the inputs of a step: plain text, which Slack shows to the person who ran the workflow.
 * Pure.
 */

import { limits, type Named } from '#src/platform/publishing-api/request.ts';
import type { StepInputs } from '#src/steps/inputs.ts';
import type { DeniedRequester, StepName } from '#src/steps/step.ts';
import { momentPassed, wrongCaption, wrongLength } from '#views/kit/checks.ts';
import { alternatives } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { linksIn, wrongLinks } from '#views/kit/links.ts';

export { linksIn as linksOf };

const nothing = 'Nothing was created.';
const brandsShown = 20;
const quoted = (text: string): string => `“${clip(text, 100)}”`;
const nameOf = ({ name }: Named): string => clip(name, 80);

/** In the form that the field accepts, so that people can paste them. */
const names = (all: readonly Named[]): string => {
  const more = all.length - brandsShown;
  const shown = all.slice(0, brandsShown).map(nameOf);
  return `${shown.join(', ')}${more > 0 ? ` (and ${more} more)` : ''}`;
};

export const stepErrors = {
  channel: `Choose a channel for the card, not a direct message. ${nothing}`,
  requester: `Choose the person who requests the post. ${nothing}`,
  brand: `Enter the brand’s name. ${nothing}`,
  noKey: (command: string): string =>
    `This workspace has no API key for the publishing service. A workspace admin can enter one with ${command}. ${nothing}`,
  lists: `I couldn’t get the list of brands and social profiles from the publishing service. ${nothing} Run the workflow again later.`,
  severalBrands: (brand: string): string =>
    `Several brands are named ${quoted(brand)}. Use the brand’s ID instead. ${nothing}`,
  noBrand: (brand: string, all: readonly Named[]): string =>
    all.length === 0
      ? `The publishing service has no brands yet. Add one there, then run the workflow again. ${nothing}`
      : `There’s no brand named ${quoted(brand)}. Use one of these names: ${names(all)}. ${nothing}`,
  noProfile: (unknown: readonly string[], brand: string, all: readonly Named[]): string =>
    all.length === 0
      ? `${clip(brand, 100)} has no social profiles. Connect one first, or leave “Social profiles” empty. ${nothing}`
      : `${clip(brand, 100)} has no social profile named ${alternatives(unknown.slice(0, 5).map(quoted))}. Use one or more of these, separated by commas: ${names(all)}. ${nothing}`,
  /** `settings`: the command. */
  whichProfiles: (brand: string, all: readonly Named[], settings: string): string =>
    `${clip(brand, 100)} has no default profiles. In “Social profiles”, enter one or more of these, separated by commas: ${names(all)}. To leave that field empty, ask a workspace admin to set default profiles with ${settings}. ${nothing}`,
  noPost: (post: string): string =>
    post === ''
      ? 'Choose a post: “Post” from an earlier step, a link to a card, or the post’s ID.'
      : `I can’t find the post ${quoted(post)}. Use “Post” from an earlier step, a link to a card, or the post’s ID. The post must have a card in Slack.`,
  campaign: 'That’s a campaign. Use a link to one of its posts’ cards instead.',
  postGone:
    'This post’s card no longer exists, so I can’t tell what happened to the post. Look for it in the publishing service.',
  notCreated: `Something went wrong on our side. ${nothing} Run the workflow again later.`,
  lostTrack:
    'Something went wrong on our side, so I can’t tell what happened to the post. Check its card before you run the workflow again.',
  off: 'Presscheck’s workflow steps are turned off. Your Presscheck admin can turn them on.',
} as const;

const notRequested = 'No approval request was sent.';

/** What someone can't do, and what didn't happen. `settings`: the command. */
function deniedText({ why }: DeniedRequester, action: string, kept: string, settings: string): string {
  switch (why) {
    case 'guest':
      return `The person in “Requested by” is a guest, so they can’t ${action}. A workspace admin can add them to the brand’s approval rule, or use ${settings} to let guests do what members can. ${kept}`;
    case 'outsider':
      return `The person in “Requested by” is from another organization, so they can’t ${action} unless an approval rule names them. ${kept}`;
    case 'not_in_workspace':
      return `The person in “Requested by” isn’t in this workspace, so they can’t ${action}. ${kept}`;
    case 'unknown':
      return `I couldn’t look up the person in “Requested by”. ${kept} Run the workflow again in a minute.`;
  }
}

/** Why a step creates nothing in this person's name. */
export const deniedStep = (denied: DeniedRequester, brand: string, settings: string): string =>
  deniedText(denied, `create posts for ${clip(brand, 100)}`, nothing, settings);

/** The same for requesting approval. */
export const deniedToAsk = (denied: DeniedRequester, brand: string, settings: string): string =>
  deniedText(denied, `request approval for posts for ${clip(brand, 100)}`, notRequested, settings);

const isUser = (requester: string): boolean => /^[UW][A-Z0-9]{1,40}$/.test(requester);

export const wrongRequester = (requester: string): string | undefined =>
  isUser(requester) ? undefined : `Choose the person who requests approval. ${notRequested}`;

interface Rules {
  captionLimit: number;
  emptyCaption: boolean;
  localService: boolean;
  /** Epoch ms. */
  now: number;
  /** The requester's IANA time zone. */
  zone: string | undefined;
}

/** The first error, with the name of its field; `undefined` if there's none. */
export function wrongInputs(step: StepName, inputs: StepInputs, rules: Rules): string | undefined {
  if (inputs.brand === '') return stepErrors.brand;
  if (!isUser(inputs.requester)) return stepErrors.requester;
  const media = linksIn(inputs.media);
  const checks =
    step === 'create_post'
      ? {
          Caption: wrongCaption(inputs.text, rules.captionLimit, rules.emptyCaption),
          'Media links': wrongLinks(media, undefined, rules),
          'Planned time': wrongMoment(inputs.time, rules),
        }
      : {
          Prompt: wrongLength(inputs.text, limits.prompt),
          'Reference image links': wrongLinks(media, undefined, rules),
          Images: wrongCount(inputs.images),
        };
  const [wrong] = Object.entries(checks).flatMap(([field, why]) =>
    why ? [`${field}: ${why} ${nothing}`] : [],
  );
  return wrong;
}

/** The end of the year 9999 (epoch seconds), because requests have years with four digits. */
const latest = 253_402_300_799;

function wrongMoment(
  seconds: number | undefined,
  { now, zone }: Pick<Rules, 'now' | 'zone'>,
): string | undefined {
  if (seconds === undefined) return undefined;
  if (Number.isNaN(seconds)) return 'This isn’t a time.';
  if (Math.abs(seconds) > latest)
    return 'This time is after the year 9999. Use seconds since 1970, not milliseconds.';
  const at = seconds * 1_000;
  return at <= now ? momentPassed(at, { reader: zone }) : undefined;
}

const wrongCount = (images = 0): string | undefined =>
  images >= 0 && images <= limits.images ? undefined : `Enter a number from 0 to ${limits.images}.`;
