/** What people read if their request isn't possible and isn't about a card: what happened, and what to do. */
import { listed, plural } from './language.ts';
import { clip } from './limits.ts';

/** What happened, and what to do; empty where nothing can be done. Plain text. */
export type RefusalText = [message: string, hint: string];

/** `may`: what only they may do, `change approval rules`. */
export const onlyAdministrators = (may: string): RefusalText => [`Only workspace admins can ${may}.`, ''];

export const notInstalled: RefusalText = ['Presscheck isn’t installed in this workspace.', ''];

export const notInstalledHere: RefusalText = ['Presscheck isn’t installed in your Slack workspace.', ''];

export const notInstalledAnyMore: RefusalText = ['Presscheck is no longer installed in this workspace.', ''];

/** What can be done about an API key that is not accepted. `keyCommand`: what an administrator types. */
export const nothingChanged = 'Nothing was changed.';
/** One that is not kept yet. */
export const enteredKey = 'the API key that you entered';
export const anotherKey = (keyCommand: string): string =>
  `An administrator can enter another one with ${keyCommand}.`;
export const noKeyYet = (keyCommand: string): string =>
  `This workspace has none yet. A workspace admin can enter it with ${keyCommand}.`;

/** `keyCommand`: what an administrator types. */
export const noKey = (keyCommand: string): RefusalText => [
  'This workspace has no API key for the publishing service yet.',
  `A workspace admin can enter it with ${keyCommand}.`,
];

export const keyInSettings: RefusalText = [
  'The API key is part of Presscheck’s configuration.',
  'Your Presscheck admin can change SOCIAL_API_KEY.',
];

export const keyForAdministrators: RefusalText = [
  'Only workspace admins can change the API key.',
  'Ask one of them to do it.',
];

export const auditForAdministrators: RefusalText = [
  'Only workspace admins can read the audit trail.',
  'Ask one of them for what you need.',
];

export const brandGone: RefusalText = [
  'This brand no longer exists.',
  'Run the command again to see the current list.',
];

export const noBrand: RefusalText = [
  'There are no brands in the publishing service yet.',
  'Create one there first.',
];

export const notOfSomebody: RefusalText = [
  'This message is from Slack itself.',
  'Choose a message that someone wrote.',
];

export const noNetwork = (typed: string, known: string): RefusalText => [
  `I don’t know a network called “${typed.slice(0, 60)}”.`,
  `You can connect ${known}.`,
];

export const noLink: RefusalText = [
  'The publishing service sent a link that can’t be opened from here.',
  'Connect the profile in the publishing service instead.',
];

/** `command`: what is typed before the id. */
const workflowUsage = (command: string): string =>
  `Type \`${command} <id>\`, and add \`on\` or \`off\` to change it.`;

export const whichWorkflow = (command: string): RefusalText => [
  'Which workflow? You can find its ID in the publishing service.',
  workflowUsage(command),
];

export const notOnOrOff = (typed: string, command: string): RefusalText => [
  `I don’t know “${typed.slice(0, 60)}”.`,
  workflowUsage(command),
];

/** `code`: why Slack said no. */
export const mayNotShare = (code: string): RefusalText => [
  `Slack isn’t letting me share files (${code}).`,
  'Your Presscheck admin can run npm run doctor to see what’s missing.',
];

/** How to pause publishing. `command`: what is typed before the brand. */
export const pauseUsage = (command: string): string =>
  `Type \`${command} <brand> <reason>\`, or \`all\` for all brands. Everyone in the channel can read the reason.`;

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
  what: 'pause' | 'resume',
  { brand, because }: { brand: string | undefined; because: string },
): RefusalText => [
  brand === undefined
    ? `You can’t ${what} all brands, because you can’t approve posts for ${because}.`
    : `You can’t ${what} ${brand}.`,
  'Workspace admins and people who can approve the posts can do that.',
];

/** Whether they may depends on a group that can't be read at the moment; `groups` says which, as a sentence begins. */
export const cannotTellGroups = (what: 'pause' | 'resume', groups: string): RefusalText => [
  `${groups}, so I can’t tell whether you can ${what} this.`,
  'Try again in a minute, or ask a workspace admin.',
];

/** Without the list of brands, and under rules that are not the same for all. */
export const cannotTellAll = (what: 'pause' | 'resume'): RefusalText => [
  `I can’t read the list of brands right now, so I can’t tell whether you can ${what} all of them.`,
  `Name each brand that you want to ${what}, or ask a workspace admin.`,
];

/** A form was not recorded; it stays open. */
export const unsaved =
  'Couldn’t save this, and nothing was sent. Your text is still here: submit this form again in a minute.';

/** The same if that isn't known. The form has the id of its card, so submitting it again is safe. */
export const maybeSaved =
  'I couldn’t confirm whether this was saved. Your text is still here: submit this form again in a minute. That won’t create anything twice.';

export const sentBefore =
  'This form was already submitted with different text; its card is in the channel. Open a new form.';

/** Slack opens a form only within three seconds, and only once. */
export const tooLateToOpen = 'That took too long to open. Try again.';

/** `reference` is in the log, too. */
export const ourFault = (reference: string): string =>
  `Something went wrong on our side. Reference: ${reference}.`;

/** It may be done or not: only the words about it are lost. */
export const answerLost = (reference: string): string =>
  `Slack didn’t accept my answer, so I can’t show you the result. It may be done: check before you retry. Reference: ${reference}.`;

/** The same if our store didn't answer. */
export const maybeDone = (reference: string): string =>
  `I couldn’t confirm that: something went wrong on our side. It may be done, so check before you retry. Reference: ${reference}.`;

/** Our fault, and it failed before anything was written. */
export const nothingDone = (reference: string): string =>
  `Nothing was done: something went wrong on our side, and nothing can be saved right now. Try again in a minute. Reference: ${reference}.`;

/** What lists everything. `social`: the slash command of this installation. */
const seeHelp = (social: string): string => `\`${social} help\` lists what I can do.`;

export const unknownCommand = (command: string, social: string): string =>
  `I don’t know ${command}. ${seeHelp(social)}`;

/** For a delivery or a button whose fields aren't as Slack sends them, so that the request can't be read. */
export const unreadableRequest: RefusalText = [
  'Slack sent this in a form that I can’t read, so nothing was done.',
  'Try again. If it happens again, tell your Presscheck admin: the log says what was wrong.',
];

export const noLongerWorks = (social: string): string =>
  `That no longer works: it’s from another version of Presscheck. ${seeHelp(social)}`;
