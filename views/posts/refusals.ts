/** What a person reads, privately, if a card doesn't allow what they tried to do. */

import type { Named } from '#src/platform/publishing-api/request.ts';
import { nameKept, type WrongMedia } from '#src/platform/slack/media.ts';
import type { Entry, State } from '#src/posts/card/card.ts';
import type { Refused } from '#src/posts/card/refused.ts';
import type { ApprovalProgress, CurrentApprovers, Denied } from '#src/posts/card/rule.ts';
import { listed, number } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { andMore } from '#views/kit/lists.ts';
import {
  clipped,
  count,
  oneLine,
  person,
  place,
  plural,
  time,
  userGroup,
  weekdayTime,
} from '#views/kit/text.ts';
import { replacedText } from './card-state.ts';
import { wrongMediaText } from './media-fields.ts';
import { pausedRefusal } from './paused.ts';
import { expiredFiles, notAttachedText } from './problems.ts';

const did: Record<Entry['what'], string> = {
  requested: 'requested this',
  approved: 'approved this',
  rejected: 'rejected this',
  edited: 'edited this',
  scheduled: 'scheduled this',
  unscheduled: 'unscheduled this',
  published: 'published this',
  published_on_schedule: 'scheduled this, and it was published',
  retried: 'already retried this',
  checked_again: 'already checked this',
  planned: 'set this post’s time',
  changes_requested: 'requested changes to this',
  resubmitted: 'resubmitted this',
  reopened: 'reopened this',
  voided: 'changed this',
  withheld: 'unscheduled this',
  undone: 'undid this approval',
  unscheduled_by_pause: 'paused publishing',
  left_as_draft: 'left this as a draft',
};

const doing = {
  edit: 'editing this',
  schedule: 'scheduling this',
  unschedule: 'unscheduling this',
  withhold: 'unscheduling this',
};

const stateText: Record<State, string> = {
  queued: 'It’s still being created.',
  creating: 'It’s still being created.',
  generating: 'It’s still being generated.',
  review: 'It’s ready for review.',
  approved: 'It’s approved and about to be published.',
  publishing: 'It’s being published.',
  published: 'It’s published.',
  scheduled: 'It’s scheduled.',
  changes_requested: 'Changes were requested.',
  rejected: 'It was rejected.',
  failed: 'It failed.',
  outcome_unknown: 'Its outcome is unknown.',
};

/** To someone who approves a post whose time has passed, which doesn't publish it right away. */
export const plannedTimePassed =
  'Not approved because the planned time has passed. Publish now, or choose a new time.';

/** To someone who chooses a version while another one is about to be published, or just was. */
export const versionApproved =
  'Another version of this post was already approved or published, so nothing changed. To use this one instead, undo that approval first, if you still can.';

/** To someone who approves a post with files that its rule doesn't allow. */
export const nothingApproved = 'This post wasn’t approved.';

/**
 * To someone who sets a time for a post with files that its rule doesn't allow, or gives a scheduled post
 * such files.
 */
const nothingChanged = 'Nothing changed.';

/** `slash`: absent if the message has a button for the next step. `reader` is shown as *you*. */
export function refusalText(refused: Refused, slash?: (name: string) => string, reader?: string): string {
  if (refused.why === 'busy') {
    const { by, what, inDoubt } = refused.pending;
    if (inDoubt)
      return 'The last change to this post isn’t confirmed yet. Wait for the card to update, then try again.';
    if (by === undefined)
      return 'This post is being unscheduled right now. Wait for the card to update, then try again.';
    const now =
      by === reader
        ? 'Your last change to this post is still being saved.'
        : `${person(by)} is ${doing[what]} right now.`;
    return `${now} Wait for the card to update, then try again.`;
  }
  if (refused.why === 'changed')
    return 'This post has changed since you last saw it, so I haven’t done anything yet. Check it, then try again.';
  if (refused.why === 'time_passed') return plannedTimePassed;
  if (refused.why === 'claimed') return 'This post already has another card. Review it there.';
  if (refused.why === 'slot_taken')
    return 'Another post just took this slot, so nothing changed. Choose a different one.';
  if ('files' in refused)
    return `${refused.approving ? nothingApproved : nothingChanged} ${notAttachedText(refused)}`;
  if (refused.why === 'other_kept')
    return 'Someone just kept another version of this post, so nothing changed.';
  if (refused.why === 'other_published') return versionApproved;
  if (refused.why === 'other_scheduled')
    return 'Someone just scheduled another version of this post, so nothing changed. If you want both to go out, try again.';
  if (refused.why === 'paused') return pausedRefusal(refused.pause, slash);
  if (refused.why === 'too_late') return `It’s too late to undo this. ${stateText[refused.state]}`;
  if (refused.why === 'not_yours')
    return refused.by
      ? `Only ${person(refused.by)}, who approved this, can undo it.`
      : 'This can’t be undone.';
  if (refused.why === 'already_approved')
    return `You’ve already approved this. ${missingText(refused.progress)}`;
  if (refused.why === 'final_approval') return finalText(refused);
  if (refused.why === 'not_enough')
    return `This version isn’t fully approved. ${missingText(refused.progress)}`;
  const last = refused.why === 'decided' ? refused.last : undefined;
  if (!last) return `You can’t do that right now. ${stateText[refused.state]}`;
  if (last.replaced) return `${replacedText(last)} ${time(last.at)}, so this one was discarded.`;
  // if the entry already says that it's published, the state isn't repeated
  const said = last.what.startsWith(refused.state) ? '' : ` ${stateText[refused.state]}`;
  const what = did[last.what];
  const then = last.what === 'unscheduled_by_pause' ? ', which unscheduled this' : '';
  if (!last.by) return `Someone ${what} outside Slack${then}.${said}`;
  // neither of these was done by someone who was faster
  const isNoRace = last.what === 'published_on_schedule' || last.what === 'unscheduled_by_pause';
  const isEarlier = !isNoRace && !what.startsWith('already ');
  if (last.by === reader) return `You ${isEarlier ? 'already ' : ''}${what} ${time(last.at)}${then}.${said}`;
  const first = isEarlier ? ' first, ' : ' ';
  return `${person(last.by)} ${what}${first}${time(last.at)}${then}.${said}`;
}

/** To someone who pressed *Approve* on a card, row or message that hadn't been updated yet. */
function finalText({ by, does }: Extract<Refused, { why: 'final_approval' }>): string {
  const since = by ? `${person(by)} approved this first` : 'Only one approval is needed now';
  const would =
    does === 'publishes' ? 'publish this post right away' : 'schedule this post for its planned time';
  return `${since}, so your approval would ${would}. Nothing has changed yet. To go ahead, press the button again.`;
}

/**
 * After a post was added to the queue. `at`: UTC. `isScheduled`: whether it needs no approval first;
 * `undefined` if that isn't known.
 */
export function inQueue(at: string, caption: string, isScheduled: boolean | undefined): string {
  const words = clipped(oneLine(caption), 60);
  const post = words ? `“${words}”` : 'This post';
  if (isScheduled) return `Added to the queue. ${post} goes out ${weekdayTime(at)}.`;
  const then = isScheduled === undefined ? '' : '. I’ll schedule it once it’s approved';
  return `Added to the queue. ${post} is planned for ${weekdayTime(at)}${then}.`;
}

/**
 * The brand has no posting times, or they're taken for a year. `social`: the slash command of this
 * installation.
 */
export const noFreeSlot = ({ name }: Named, social: string): string =>
  `${clipped(name, 200)} has no open posting slots: it has no posting times, or all its slots in the next year are taken. Choose a time instead, or ask a workspace admin to set posting times with \`${social} slots\`.`;

function missingText({ given, needed }: ApprovalProgress): string {
  return needed === undefined ? nobodyElse : `It needs ${count(needed - given.length, 'more approval')}.`;
}

const nobodyElse = 'Nobody else can approve it. A workspace admin needs to edit the rule.';

/**
 * Why someone can't do something, and who can. `brand`: its name; `undefined` if it isn't about one brand.
 */
export function deniedText(denied: Denied, brand?: string): string {
  const posts = brand === undefined ? 'posts here' : `posts for ${clipped(brand, 200)}`;
  const its = brand === undefined ? 'a brand’s' : 'the brand’s';
  switch (denied.why) {
    case 'outsider':
      return `You’re from another organization, so you can view ${posts} but not change them, unless an approval rule names you.`;
    case 'guest':
      return `You’re a guest, so you can view ${posts} but not change them. A workspace admin can add you to ${its} approval rule, or use ${its} settings to let guests do what members can.`;
    case 'unknown':
      return 'I couldn’t look you up in Slack, so nothing changed. Try again in a minute.';
    case 'group_unavailable':
      return `${groupsUnavailable(denied.approvers.unavailable)}, so nobody can approve ${posts}. Nothing changed. Try again in a minute.`;
    case 'own':
      return `You can’t approve your own post. ${whoElse(denied)}`;
    case 'not_named':
      return `You can’t review ${posts}. ${whoMay(denied.approvers, { without: denied.author })}`;
  }
}

/** Who else can approve. If the bot can't read a group, nobody knows whether that's enough people. */
function whoElse({ approvers, by, enough }: Extract<Denied, { why: 'own' }>): string {
  return enough || approvers.unreadable.length > 0 ? whoMay(approvers, { without: by }) : nobodyElse;
}

const namesShown = 20;

/** The beginning of a sentence, as mrkdwn; `groups` has at least one id. */
export function groupsUnavailable(groups: readonly string[]): string {
  return `I can’t see who’s in ${listed(groups.slice(0, namesShown).map(userGroup))} right now`;
}

/**
 * A rule's approvers, without one person, as mentions. A private answer notifies nobody. `nobody`: the text
 * if there are none.
 */
export function whoMay(
  { rule, users: current, unreadable }: CurrentApprovers,
  { without, nobody = 'Nobody can' }: { without?: string | undefined; nobody?: string } = {},
): string {
  const { groups } = rule.approvers;
  const users = rule.approvers.people.filter((one) => one !== without);
  const isEmpty = current.length === 0;
  const read = groups.filter((one) => !unreadable.includes(one)).map(userGroup);
  const may = [...users.map(person), ...(isEmpty ? [] : read)];
  const all = andMore(may, namesShown, String);
  const who = all.length > 0 ? `${listed(all)} can` : nobody;
  const lost = unreadable.slice(0, namesShown).map(userGroup);
  const isOnly = without !== undefined && rule.approvers.people.includes(without);
  const noMembers = plural(read.length, { one: 'has', other: 'have' });
  const because = isOnly
    ? 'the only approver is the post’s author'
    : read.length > 0
      ? `${listed(read.slice(0, namesShown))} ${noMembers} no members`
      : 'there are no approvers';
  const why = all.length + lost.length > 0 ? '' : `, because ${because}. A workspace admin can edit the rule`;
  return `${who}${why}.${lost.length > 0 ? ` I can’t see who’s in ${listed(lost)}, so ${plural(lost.length, { one: 'its', other: 'their' })} members can’t approve right now.` : ''}`;
}

/** Says nothing about the post's state: it might be in review, scheduled, or not created yet. */
export const cardIn = (channel: string, of: 'post' | 'campaign'): string =>
  `The card for your ${of} is in ${place(channel)}.`;

/** `social` is the slash command of this installation. */
export function cardGone(social: string): string {
  return `I no longer have this card because finished cards are removed after a while. To see its post, use \`${social} posts\`.`;
}

const unread = {
  not_in_channel: 'I’m not in that channel. Type /invite @Presscheck there, then try again.',
  missing_scope: 'I don’t have permission to read threads here. Copy the parts you need into the brief.',
  rate_limited: 'I can read only one thread per minute. Try again in a minute.',
  no_response: 'Slack didn’t respond. Try again in a minute.',
};

/** Why a thread isn't in the brief, in plain text. */
export function unreadThread(why: keyof typeof unread): string {
  return `Only this message was used, not its thread. ${unread[why]}`;
}

/** A message is longer than `what` can be, such as `a caption`. */
export const messageCut = (characters: number, what: string, allowed: number): string =>
  `The message has ${number(characters)} characters, but ${what} can have at most ${number(allowed)}, so the end was cut off.`;

/** `allowed`: how many files the form has room for, if that's the reason. */
export const moreLeftOut = (files: number, allowed?: number): string =>
  `${count(files, 'more file was', 'more files were')} left out${allowed === undefined ? '' : ` because this form has room for ${allowed}`}.`;

/** For a message without text of its own: forwarded messages, and blocks of apps. */
export const noWords =
  'I couldn’t read any text in this message. If it has some, copy it into the field below.';

/** Why the files of a message can't be attached, in plain text. */
export function filesLeftOut(files: number): string {
  return `${count(files, 'file was', 'files were')} left out. To attach files from Slack, ask your Presscheck admin to turn on file uploads. Or upload ${plural(files, { one: 'it somewhere public and add the link', other: 'them somewhere public and add the links' })} below.`;
}

/** For files of a post that nobody can fetch anymore. */
export const lostLeftOut = (files: readonly number[]): string =>
  `${expiredFiles(files)}, so ${plural(files.length, { one: 'the file was', other: 'the files were' })} left out. Attach ${plural(files.length, { one: 'it', other: 'them' })} again below.`;

/** For an AI post, which has generated images instead. */
export const filesNotUsed = (files: number): string =>
  `${count(files, 'file isn’t', 'files aren’t')} used: an AI post’s images are generated. To post what’s in this message, choose “Turn into a post” instead.`;

const unreadFiles = {
  gone: 'it was deleted, or I’m not in its channel. Type /invite @Presscheck there, then try again.',
  missing_scope:
    'I don’t have permission to read files here. Your Presscheck admin can reinstall the app to allow it.',
  rate_limited: 'Slack is limiting how many files I can read right now. Try again in a minute.',
  no_response: 'Slack didn’t respond. Try again in a minute.',
};

/** Why a file of a message can't be attached, as plain text. `why`: what `readMedia` or Slack said. */
export function fileLeftOut(name: string, why: { wrong: WrongMedia } | keyof typeof unreadFiles): string {
  return `${clip(name, nameKept)} was left out: ${typeof why === 'string' ? unreadFiles[why] : wrongMediaText(why.wrong)}`;
}
