/** What people read if their request isn't possible and isn't about a card: what happened, and what to do. */

import type { Named } from '#src/platform/publishing-api/request.ts';
import { alternatives } from './language.ts';
import { clip } from './limits.ts';

/** What happened, and what to do; empty if nothing can be done. Plain text. */
export type RefusalText = [message: string, hint: string];

/** `may`: what only admins can do, such as `change approval rules`. */
export const onlyAdministratorsCan = (may: string, admins: readonly Named[]): RefusalText => [
  `Only workspace admins can ${may}.`,
  admins.length > 0 ? `Ask ${alternatives(admins.map(({ name }) => clip(name, 80)))}.` : '',
];

export const notInstalledHere: RefusalText = ['Presscheck isn’t installed in your Slack workspace.', ''];

export const nothingChanged = 'Nothing changed.';
/** The name of a key that isn't stored yet. */
export const enteredKey = 'the API key you entered';
export const anotherKey = (keyCommand: string): string =>
  `A workspace admin can enter another key with ${keyCommand}.`;
const noKeyText = 'This workspace has no API key for the publishing service.';
export const noKeyHint = (keyCommand: string): string =>
  `${noKeyText} A workspace admin can enter one with ${keyCommand}.`;

/** `keyCommand`: what an administrator types to enter a key. */
export const noKey = (keyCommand: string): RefusalText => [
  noKeyText,
  `A workspace admin can enter one with \`${keyCommand}\`.`,
];

export const keyInSettings: RefusalText = [
  'The API key is part of Presscheck’s configuration.',
  'Your Presscheck admin can change it.',
];

export const brandGone: RefusalText = [
  'This brand no longer exists.',
  'Run the command again to see the current list.',
];

export const noBrand: RefusalText = [
  'There are no brands in the publishing service yet.',
  'Create one there first.',
];

export const notOfSomeone: RefusalText = [
  'This message is from Slack itself.',
  'Choose a message that someone wrote.',
];

export const noNetwork = (typed: string, known: string): RefusalText => [
  `I don’t recognize the network “${typed.slice(0, 60)}”.`,
  `You can connect ${known}.`,
];

export const noLink: RefusalText = [
  'The publishing service sent a link that can’t be opened from Slack.',
  'Connect the profile in the publishing service instead.',
];

/** `command`: what people type before the id. */
const workflowUsage = (command: string): string =>
  `Type \`${command} <id>\` to see a workflow’s status. Add \`on\` or \`off\` to turn it on or off.`;

export const whichWorkflow = (command: string): RefusalText => [
  'Which workflow? You can find its ID in the publishing service.',
  workflowUsage(command),
];

export const notOnOrOff = (typed: string, command: string): RefusalText => [
  `I don’t recognize “${typed.slice(0, 60)}”.`,
  workflowUsage(command),
];

/** The log has Slack's error code. */
export const mayNotShare: RefusalText = [
  'Slack won’t let me share this file.',
  'Tell your Presscheck admin, who can find the reason in the log.',
];

/** A form wasn't recorded, and stays open. */
export const unsaved =
  'Couldn’t save this, and nothing was sent. Your text is still here: submit this form again in a minute.';

/**
 * The same if nobody knows whether it was recorded. The form has the id of its card, so submitting it again
 * is safe.
 */
export const maybeSaved =
  'I couldn’t confirm whether this was saved. Your text is still here: submit this form again in a minute. That won’t create anything twice.';

export const sentBefore =
  'This form was already submitted with different text, and the post’s card is in the channel. To create another post, open a new form.';

/** Slack opens a form only within three seconds, and only once for each click. */
export const tooLateToOpen = 'That took too long to open. Try again.';

/** To someone who pressed a button in a list that couldn't be updated afterwards. */
export const listStays =
  'Couldn’t update this list, so it may be out of date. See the post’s card for its current status.';

/** `reference` is in the log, too. */
export const ourFault = (reference: string): string =>
  `Something went wrong on our side. Reference: ${reference}.`;

/** It may be done: only the answer was lost. */
export const answerLost = (reference: string): string =>
  `Slack didn’t accept my response, so I can’t show you the result. What you did may have gone through anyway, so check before you retry. Reference: ${reference}.`;

/** The same if Redis didn't answer. */
export const maybeDone = (reference: string): string =>
  `I couldn’t confirm that: something went wrong on our side. It may have gone through anyway, so check before you retry. Reference: ${reference}.`;

/** It's our fault, and it failed before anything was written. */
export const nothingDone = (reference: string): string =>
  `Something went wrong on our side, so nothing changed. I can’t save anything right now. Try again in a minute. Reference: ${reference}.`;

/** Where to find all commands. `social`: the slash command of this installation. */
const seeHelp = (social: string): string => `\`${social} help\` lists what I can do.`;

export const unknownCommand = (command: string, social: string): string =>
  `I don’t recognize ${command}. ${seeHelp(social)}`;

/** For a delivery or a button whose fields aren't what Slack sends, so that it can't be read. */
export const unreadableRequest: RefusalText = [
  'I couldn’t read what Slack sent, so nothing changed.',
  'Try again. If it happens again, tell your Presscheck admin, who can find the details in the log.',
];

export const noLongerWorks = (social: string): string =>
  `That no longer works because it’s from another version of Presscheck. ${seeHelp(social)}`;
