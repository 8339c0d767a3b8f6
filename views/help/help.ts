/** What a person can do here, generated from the list of commands. */

import type { Role } from '#src/platform/slack/role.ts';
import type { Denied } from '#src/posts/card/rule.ts';
import { contextLine, heading, section } from '#views/kit/blocks.ts';
import type { HelpEntry } from '#views/kit/help-entry.ts';
import { alternatives, listed } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { clipped, count, escaped, escapedWithMarks, mrkdwn } from '#views/kit/text.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { whoMay } from '#views/posts/refusals.ts';
import { createText } from '#views/posts/request-modals.ts';

const groups = { make: 'Create posts', see: 'See what’s going on', set: 'Set things up' } as const;

/**
 * What the person can approve for a brand. Without a brand, it's about all brands that have no rule of their
 * own.
 */
interface Deciding {
  brand?: string;
  /** `undefined` if they can approve. */
  denied: Denied | undefined;
  /** False if they can't approve their own posts. */
  own: boolean;
}

export interface HelpReader {
  role: Role;
  /** There's a brand for which they can request posts. */
  canRequest: boolean;
  /** Empty if there's no rule. */
  deciding: readonly Deciding[];
  brand: string | undefined;
  /** False if the workspace has no API key. */
  keyed: boolean;
  /** Which events Slack sends, with the scopes that the bot has. */
  hears: { replies: boolean; reactions: boolean; links: boolean };
}

export type Slash = (name: string) => string;

const whoTheyAre: Record<Role, string> = {
  administrator: 'You’re an admin of this workspace.',
  member: 'You’re a member of this workspace.',
  guest: 'You’re a guest in this workspace.',
  outsider: 'You’re from another organization.',
  unknown: 'I couldn’t look up your role in Slack, so this is what every member can do.',
};

const keyless =
  'There’s no API key for the publishing service. Most of this won’t work until a workspace admin enters one.';

/** `slash`: returns the slash command of this installation for a name. */
export function helpText(entries: readonly HelpEntry[], reader: HelpReader, slash: Slash): RenderedMessage {
  const typed = typedOf(entries);
  const theirs = offeredTo(reader, typed);
  const offered = Object.entries(groups).flatMap(([group, title]) => {
    const lines = theirs.filter((entry) => groupOf(entry, reader) === group);
    return lines.length > 0
      ? [`*${title}*\n${lines.map((entry) => line(entry, reader, slash)).join('\n')}`]
      : [];
  });
  const others = notTheirs(typed, reader, slash);
  return {
    text: `What you can do here: ${theirs.map((entry) => nameOf(entry, slash)).join(', ')}`,
    blocks: [
      heading('What you can do here'),
      {
        type: 'context',
        elements: [mrkdwn(whoTheyAre[reader.role]), ...(reader.keyed ? [] : [mrkdwn(keyless)])],
      },
      ...[
        ...offered,
        ...(reader.canRequest ? [inPlaces(reader, slash), ...inMenus(entries)] : []),
        ...decisions(reader),
      ].map((text) => section(text)),
      ...(others.length > 0 ? [section(`*Ask someone else*\n${others.join('\n')}`)] : []),
      contextLine(footer(reader.canRequest ? entries : [], slash).join('\n')),
    ],
  };
}

/** The commands that this person can use. */
export const offeredTo = (reader: HelpReader, entries: readonly HelpEntry[]): HelpEntry[] =>
  entries.filter((entry) => onlyFor(entry, reader) === undefined);

/** The commands that people type, except for the one that lists the others. */
const typedOf = (entries: readonly HelpEntry[]): HelpEntry[] =>
  entries.filter((entry) => entry.word ?? (entry.slash && entry.slash !== 'social'));

type Who = keyof typeof whoMayInstead;

/** Who can run the command, if this person can't. */
function onlyFor({ only, changes }: HelpEntry, reader: HelpReader): Who | undefined {
  if (changes && !reader.canRequest) return only ?? 'member';
  const isAdministrator = reader.role === 'administrator';
  return isAdministrator || (only === 'approver' && mayApprove(reader)) ? undefined : only;
}

/** Whether they can approve posts of at least one brand. */
const mayApprove = ({ deciding }: HelpReader): boolean =>
  deciding.length === 0 || deciding.some(({ denied }) => !denied);

/** How people type the command: its slash command, or its word. */
const nameOf = ({ slash: own, word }: HelpEntry, slash: Slash): string =>
  own ? slash(own) : `${slash('social')} ${word}`;

/** The command with an example, and what it's for. */
function line(entry: HelpEntry, reader: HelpReader, slash: Slash): string {
  const brand = reader.brand && escapedWithMarks(clip(reader.brand.replaceAll('`', ''), 45));
  const hint = entry.hint && escapedWithMarks(entry.hint);
  // an example of something that they aren't allowed to do would be wrong
  const teaches = !notPartOf(entry, reader) && (brand || !entry.example?.includes('<brand>'));
  const example = teaches ? entry.example?.replace('<brand>', () => brand ?? '') : undefined;
  const behind = example ?? (entry.hint === '[brand]' ? brand : hint);
  return `\`${nameOf(entry, slash)}${behind ? ` ${behind}` : ''}\`  ${escapedWithMarks(notPartOf(entry, reader)?.look ?? entry.about)}`;
}

/** A command with which this person can only look is in the group `see`, whatever its own group is. */
const groupOf = (entry: HelpEntry, reader: HelpReader): keyof typeof groups =>
  notPartOf(entry, reader)?.look ? 'see' : (entry.group ?? 'see');

function notPartOf({ partly }: HelpEntry, reader: HelpReader): HelpEntry['partly'] {
  if (!partly) return undefined;
  const may = partly.only === 'member' ? reader.canRequest : reader.role === partly.only;
  return may ? undefined : partly;
}

const whoMayInstead = {
  administrator: 'Workspace admins',
  approver: 'The brand’s approvers and workspace admins',
  member: 'Members, people named in an approval rule, and guests if the brand’s settings allow it',
};

function notTheirs(typed: readonly HelpEntry[], reader: HelpReader, slash: Slash): string[] {
  return (['administrator', 'approver', 'member'] as const).flatMap((who) => {
    const things = [
      ...typed
        .filter((entry) => onlyFor(entry, reader) === who)
        .map((entry) => `\`${nameOf(entry, slash)}\``),
      ...typed.flatMap((entry) => {
        const part = notPartOf(entry, reader);
        return part?.only === who ? [part.may] : [];
      }),
    ];
    return things.length > 0 ? [`${whoMayInstead[who]}:  ${things.join('  ·  ')}`] : [];
  });
}

/** Things that people look for by name, but that are only on a card, in a list or in a form. */
const inPlaces = (reader: HelpReader, slash: Slash): string =>
  compact([
    '*On cards, in lists, and in forms*',
    ...(mayApprove(reader) ? otherWaysToApprove(reader) : []),
    `*${buttonText.duplicate}:* Copy a post for another time or other brands (also available in the Home tab and post lists)`,
    `*${buttonText.rewrite}:* Generate another version of an AI or campaign post, such as a shorter one, and keep the one you like`,
    '*Request changes:* Tell the author what to change before the post is approved',
    `*${buttonText.addToQueue}:* Put a post in the brand’s next open slot (also available in \`${slash('post')}\`)`,
    '*Review campaign:* On a campaign’s card, approve, publish, reschedule, or reject several posts at once, or edit any of them',
    `*Rearrange queue:* In \`${slash('social')} slots\`, change or swap the slots of several planned posts`,
    `*Push queue back:* In \`${slash('social')} resume\`, put posts that missed their slots in the next open ones`,
    `*Carousel:* In \`${slash('ai-post')}\` and \`${slash('campaign')}\`, choose 2 to 10 images for a post`,
    `*Template:* In \`${slash('post')}\` and \`${slash('ai-post')}\`, start with one of the brand’s saved captions or prompts`,
    `*${listed(Object.values(createText))}:* Buttons in your Home tab (\`${slash('social')} home\`), where you also choose the card’s channel`,
    reader.hears.links &&
      '*Links:* Paste a link to a post in the publishing service, and its status appears below your message',
  ]).join('\n');

export const privateButton = 'Get its *Approve* button in a message that only you can see';

/** How to approve without the card's own button. */
function otherWaysToApprove({ hears }: HelpReader): string[] {
  const ways = [
    ...(hears.reactions ? ['React to a card with :white_check_mark:'] : []),
    ...(hears.replies ? [hears.reactions ? 'reply `lgtm` to it' : 'Reply `lgtm` to a card'] : []),
  ];
  return ways.length > 0 ? [`*${alternatives(ways)}:* ${privateButton}`] : [];
}

/** Message shortcuts, which nobody types. */
function inMenus(entries: readonly HelpEntry[]): string[] {
  const lines = entries.flatMap(({ shortcut, about }) =>
    shortcut?.type === 'message' ? [`*${escaped(shortcut.name)}:* ${escapedWithMarks(about)}`] : [],
  );
  return lines.length > 0 ? [`*In the More actions menu of any message* (\u22ee)\n${lines.join('\n')}`] : [];
}

const namesShown = 10;
const brandsShown = 5;

/** What they can approve: one paragraph, and another for each brand that others approve. */
function decisions(reader: HelpReader): string[] {
  const { deciding, role } = reader;
  if (!reader.canRequest)
    return [
      '*Review posts*\nYou can see every card. Members of this workspace can change and approve posts.',
    ];
  const nameOfBrand = ({ brand }: Deciding): string =>
    brand === undefined ? (deciding.length > 1 ? 'all other brands' : 'every brand') : clipped(brand, 60);
  const inAList = (of: Deciding[], join = listed): string =>
    join(andMore(of, namesShown, nameOfBrand, (more) => count(more, 'more brand')));
  // `all other brands` would include brands that are only named below
  const names = (of: Deciding[]): string => {
    if (of.every(({ brand }) => brand !== undefined)) return inAList(of);
    const but = deciding.filter((one) => !of.includes(one));
    return but.length > 0 ? `all brands except ${inAList(but)}` : 'every brand';
  };
  // “can’t approve posts for any brand except Acme” would say that they can for Acme
  const none = (of: Deciding[]): string =>
    of.length === deciding.length && of.some(({ brand }) => brand === undefined)
      ? 'any brand'
      : inAList(of, alternatives).replace(/all other brands|every brand/, 'brands without their own rule');
  const mine = deciding.filter(({ denied }) => !denied);
  const notOwn = mine.filter(({ own }) => !own);
  const others = deciding.filter(({ denied }) => denied?.why === 'not_named');
  const untold = deciding.filter(({ denied }) => denied?.why === 'group_unavailable');
  const closed = deciding.filter((one) => one.denied && !others.includes(one) && !untold.includes(one));
  const sentences = compact([
    role === 'outsider'
      ? 'You can edit posts for a brand if its approval rule names you.'
      : role === 'guest'
        ? 'You can edit posts for a brand if its settings let guests do what members can, or if its approval rule names you.'
        : 'You can edit any post and set its time. If someone requests changes to your post, press *Resubmit* when it’s ready.',
    deciding.length === 0 &&
      role !== 'guest' &&
      'There are no approval rules, so you can approve and publish any post.',
    mine.length > 0 && `You can approve posts for ${names(mine)}.`,
    notOwn.length > 0 && `For ${names(notOwn)}, your own posts need someone else’s approval.`,
    deciding.length > 0 && 'A brand’s approvers and workspace admins can pause and resume it.',
    untold.length > 0 &&
      `Right now, I can’t see who’s in a group that approves posts for ${names(untold)}. Try again in a minute.`,
    closed.length > 0 && `You can’t review posts for ${none(closed)}.`,
  ]);
  const left = others.length - brandsShown;
  return [
    `*Review posts*\n${sentences.join('\n')}`,
    ...others
      .slice(0, brandsShown)
      .map((one) =>
        one.denied?.why === 'not_named'
          ? `You can’t approve posts for ${none([one])}. ${whoMay(one.denied.approvers)}`
          : '',
      ),
    ...(left > 0 ? [`Other people approve posts for ${count(left, 'more brand')}.`] : []),
  ];
}

export const inWorkflows =
  'In Workflow Builder, Presscheck’s steps create or generate posts, request approval, and wait until a post is published.';

function footer(entries: readonly HelpEntry[], slash: Slash): string[] {
  const global = entries.flatMap(({ shortcut }) =>
    shortcut?.type === 'global' ? [`*${escaped(shortcut.name)}*`] : [],
  );
  const both = entries.flatMap(({ slash: own, word }) => (own && word ? [{ own, word }] : []));
  const taken = both.map(({ own }) => `\`${slash(own)}\``);
  const instead = both.map(({ word }) => `\`${slash('social')} ${word}\``);
  return compact([
    'Every post has a card, either in its brand’s channel or where it was requested, with buttons to approve and publish it.',
    global.length > 0 && `In the shortcuts menu next to the message field: ${listed(global)}.`,
    both.length > 0 &&
      `If another app already uses ${alternatives(taken)}, use ${alternatives(instead)} instead.`,
    entries.some(({ isForWorkflows }) => isForWorkflows) && inWorkflows,
  ]).map((line) => `•  ${line}`);
}
