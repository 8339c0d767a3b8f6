/** What people read when what they asked for does not go, and is not about a card: what happened, and what to do. */
import { listed, plural } from './language.ts';
import { clip } from './limits.ts';

/** What happened, and what to do; empty where nothing can be done. Plain text. */
export type RefusalText = [message: string, hint: string];

/** `may`: what only they may do, `change approval rules`. */
export const onlyAdministrators = (may: string): RefusalText => [
  `Only administrators of this Slack workspace may ${may}.`,
  '',
];

export const notInstalled: RefusalText = ['Presscheck is not installed in this workspace.', ''];

export const notInstalledHere: RefusalText = ['Presscheck is not installed in your Slack workspace.', ''];

export const notInstalledAnyMore: RefusalText = [
  'Presscheck is not installed in this workspace any more.',
  '',
];

/** What can be done about an API key that is not accepted. `keyCommand`: what an administrator types. */
export const nothingChanged = 'Nothing was changed.';
/** One that is not kept yet. */
export const enteredKey = 'the API key that you entered';
export const anotherKey = (keyCommand: string): string =>
  `An administrator can enter another one with ${keyCommand}.`;
export const noKeyYet = (keyCommand: string): string =>
  `There is none for this workspace: an administrator enters it with ${keyCommand}.`;

/** `keyCommand`: what an administrator types. */
export const noKey = (keyCommand: string): RefusalText => [
  'This workspace has no API key of the publishing service yet.',
  `An administrator of this workspace enters it with ${keyCommand}.`,
];

export const keyInSettings: RefusalText = [
  'The API key is set in the environment of Presscheck.',
  'Your Presscheck admin can change SOCIAL_API_KEY.',
];

export const keyForAdministrators: RefusalText = [
  'Only administrators of this workspace may change its API key.',
  'Ask one of them to do it.',
];

export const auditForAdministrators: RefusalText = [
  'Only administrators of this Slack workspace may read the audit trail.',
  'Ask one of them for what you need.',
];

export const brandGone: RefusalText = ['This brand is no longer there.', 'Ask again to see which there are.'];

export const noBrand: RefusalText = [
  'The publishing service knows no brand of ours.',
  'Make one there first.',
];

export const notOfSomebody: RefusalText = ['This is a note of Slack’s own.', 'Choose a message of somebody.'];

export const noNetwork = (typed: string, known: string): RefusalText => [
  `I know no network called “${typed.slice(0, 60)}”.`,
  `There are ${known}.`,
];

export const noLink: RefusalText = [
  'The publishing service gave an address that cannot be opened from here.',
  'Connect the profile in the publishing service itself.',
];

/** `command`: what is typed before the id. */
const workflowUsage = (command: string): string =>
  `Type \`${command} <id>\`, or the same with \`on\` or \`off\` behind it.`;

export const whichWorkflow = (command: string): RefusalText => [
  'Which workflow? Its id is shown in the publishing service.',
  workflowUsage(command),
];

export const notOnOrOff = (typed: string, command: string): RefusalText => [
  `I do not know “${typed.slice(0, 60)}”.`,
  workflowUsage(command),
];

/** `code`: why Slack said no. */
export const mayNotShare = (code: string): RefusalText => [
  `Slack does not let me share files (${code}).`,
  'Your Presscheck admin can run npm run doctor to see what’s missing.',
];

/** How a freeze is asked for. `command`: what is typed before the brand. */
export const pauseUsage = (command: string): string =>
  `Type \`${command} <brand> <reason>\`, or \`all\` for all brands. Everyone in the channel reads the reason.`;

const noBrandCalled = (typed: string): string => `There’s no brand called “${clip(typed, 60)}”`;

const brandsNamed = 20;

function namesOf(brands: readonly string[]): string {
  const shown = brands.slice(0, brandsNamed).map((name) => clip(name, 80));
  const more = brands.length - shown.length;
  return listed(more > 0 ? [...shown, `${more} more`] : shown);
}

export const whatToPause = {
  nothing: 'Which brand, and why?',
  noReason: 'Add a reason. People see it when they try to publish.',
  noBrand: (typed: string, brands: readonly string[]): string =>
    `${noBrandCalled(typed)}.${brands.length > 0 ? ` ${plural(brands.length, { one: 'The only brand is', other: 'The brands are' })} ${namesOf(brands)}.` : ''}`,
  /** `why`: the service did not say which there are. */
  notKnown: (typed: string, why: string): string =>
    `I don’t know a brand called “${clip(typed, 60)}”, and I can’t read the list of brands right now. ${why}`,
  several: (brands: readonly string[]): string => `That fits several brands: ${namesOf(brands)}.`,
};

/** `because`: with all brands, one whose posts they may not approve. */
export const cannotPause = (
  what: 'freeze' | 'thaw',
  { brand, because }: { brand: string | undefined; because: string },
): RefusalText => [
  brand === undefined
    ? `You may not ${what} all brands; ${because} is one whose posts you may not approve.`
    : `You may not ${what} ${brand}.`,
  'Administrators of Slack may, and whoever may approve the posts.',
];

/** Whether they may depends on a group that can't be read at the moment; `groups` says which, as a sentence begins. */
export const cannotTellGroups = (what: 'freeze' | 'thaw', groups: string): RefusalText => [
  `${groups}, so I can’t tell whether you can ${what} this.`,
  'Try again in a minute, or ask an administrator of Slack.',
];

/** Without the list of brands, and under rules that are not the same for all. */
export const cannotTellAll = (what: 'freeze' | 'thaw'): RefusalText => [
  `I cannot read which brands there are now, so I cannot tell whether you may ${what} all of them.`,
  `Name each brand that you want to ${what}, or ask an administrator of Slack.`,
];

/** A form was not recorded; it stays open. */
export const unsaved =
  'Not saved, and nothing was sent. Your words are still here: send this same form again in a minute.';

/** The same where that is not known. The form has the id of its card, so sending it again is safe. */
export const maybeSaved =
  'It may be saved or not: I could not see what came of it. Your words are still here: send this same form again in a minute. Nothing is made twice by that.';

export const sentBefore =
  'This form was sent before, with other words; its card is in the channel. Open a new one.';

/** Slack opens a form only within three seconds, and only once. */
export const tooLateToOpen = 'That took too long to open. Please try again.';

/** `reference` is in the log, too. */
export const ourFault = (reference: string): string =>
  `That failed, and the fault is ours. Quote ${reference} when you ask about it.`;

/** It may be done or not: only the words about it are lost. */
export const answerLost = (reference: string): string =>
  `Slack did not take my answer, so I cannot show you what came of that. It may be done: look before you do it again. Quote ${reference} when you ask about it.`;

/** The same where it was our store that did not answer. */
export const maybeDone = (reference: string): string =>
  `I could not see what came of that, and the fault is ours. It may be done: look before you do it again. Quote ${reference} when you ask about it.`;

/** Our fault, where it failed before anything was written. */
export const nothingDone = (reference: string): string =>
  `Nothing was done, and the fault is ours: nothing can be saved right now. Try again in a minute; quote ${reference} when it still fails.`;

/** What lists everything. `social`: the slash command of this installation. */
const seeHelp = (social: string): string => `\`${social} help\` lists what I can do.`;

export const unknownCommand = (command: string, social: string): string =>
  `I do not know ${command}. ${seeHelp(social)}`;

/** Of a delivery or a button whose fields aren't as Slack sends them, so that it isn't known what was asked for. */
export const unreadableRequest: RefusalText = [
  "Slack sent this in a form that I can't read, so nothing was done.",
  'Try again. If it happens again, tell your Presscheck admin: the log says what was wrong.',
];

export const noLongerWorks = (social: string): string =>
  `That no longer works: it belongs to another version of Presscheck. ${seeHelp(social)}`;
