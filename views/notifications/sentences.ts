/** What happened to posts, each in one sentence. */

import { networksShown } from '#src/platform/publishing-api/networks.ts';
import type { Card } from '#src/posts/card/card.ts';
import { hasNoProfiles } from '#src/posts/card/content.ts';
import type { PostEvent } from '#src/posts/card/events.ts';
import type { Problem } from '#src/posts/card/problem.ts';
import { isScheduled } from '#src/posts/card/state.ts';
import { count, listed, number, plural } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { clipped, literal, time } from '#views/kit/text.ts';
import { problemText } from '#views/posts/problems.ts';
import { publishedNowhere } from '#views/posts/warnings.ts';

/** What a sentence is about, as mrkdwn: `this post`, the link to one, or `12 posts`. */
interface Subject {
  text: string;
  many: boolean;
}

/** `name`: the person who acted, escaped; absent if nobody here did. */
export interface Facts {
  card: Card;
  subject: Subject;
  name: string | undefined;
  /** The reader's approval is requested. */
  asked: boolean;
}

type Sentence<T extends PostEvent['type']> = (event: Extract<PostEvent, { type: T }>, facts: Facts) => string;

const there = 'in the publishing service';

/** What people read in place of the name of a user group of approvers, if it can't be read. */
export const unnamedGroup = 'the approvers';

/** Capitalizes a text. In a link `<url|text>`, that's its text. */
const capital = (text: string): string =>
  text.replace(/^(<[^|>]*\|)?(.)/su, (_, link = '', first: string) => `${link}${first.toUpperCase()}`);
const be = ({ many }: Subject): string => (many ? 'are' : 'is');
const was = ({ many }: Subject): string => (many ? 'were' : 'was');
const its = ({ many }: Subject): string => (many ? 'their' : 'its');
const it = ({ many }: Subject): string => (many ? 'they' : 'it');
const needs = ({ many }: Subject): string => (many ? 'need' : 'needs');

/**
 * A text as a quote. Each line adds a character, and everything has to fit into one section with the
 * mentions.
 */
function quoted(text: string): string {
  const words = clipped(text.trim().replaceAll(/\n{3,}/g, '\n\n'), 1_000);
  return words === '' ? '' : `\n>${words.replaceAll('\n', '\n>')}`;
}

/** ` on Instagram and LinkedIn`; empty if the networks aren't known. */
function networks({ content }: Card, { many }: Subject): string {
  const found = networksShown(content.profiles);
  return many || found.length === 0 ? '' : ` on ${clipped(listed(found), 200)}`;
}

/** For a post that someone uses outside Slack although it was rejected here. */
const although = ({ rejectedBy }: { rejectedBy?: string | undefined }, subject: Subject): string =>
  rejectedBy === undefined ? '' : `, even though ${it(subject)} had been rejected`;

const when = (to: string | undefined, { many }: Subject, before: string): string =>
  to === undefined || many ? '' : ` ${before} ${time(to)}`;

const step: Record<Problem['step'], { couldNot: string; done: string }> = {
  create: { couldNot: 'create', done: 'created' },
  generate: { couldNot: 'generate', done: 'generated' },
  publish: { couldNot: 'publish', done: 'published' },
  proof: { couldNot: 'publish', done: 'published' },
  due: { couldNot: 'publish', done: 'published' },
  update: { couldNot: 'update', done: 'updated' },
  gone: { couldNot: 'find', done: 'deleted' },
};

function failure(problem: Problem, { text, ...subject }: Subject): string {
  const one = { text, ...subject };
  // for one post, the reason says that it may still go out
  if (problem.code === 'still_scheduled')
    return `Couldn’t unschedule ${text}${subject.many ? ', so they may still go out' : ''}.`;
  if (problem.code === 'schedule_withheld') return `Couldn’t schedule ${text}.`;
  if (problem.code === 'not_listed') return `${capital(text)} ${be(one)} no longer ${there}.`;
  return `Couldn’t ${step[problem.step].couldNot} ${text}.`;
}

function reason(problem: Problem, { subject }: Facts): string {
  if (subject.many || problem.code === 'not_listed') return '';
  return ` ${clipped(problemText(problem), 600)}`;
}

/**
 * Why something went wrong, for a list of posts: the first sentence, as plain text; `undefined` if the event
 * has no reason.
 */
export function shortReason(event: PostEvent): string | undefined {
  if (event.type !== 'failed' && event.type !== 'outcome_unknown') return undefined;
  if (event.problem.code === 'not_listed') return undefined;
  return clip(literal(problemText(event.problem).split(/(?<=[.!?])\s/)[0] ?? ''), 120);
}

const parts = { caption: 'caption', media: 'files', profiles: 'social profiles', time: 'time' };

/** What was changed. For several posts, only that they were changed. */
function changeText(
  { changed = [], time: to, was: from }: Extract<PostEvent, { type: 'approvals_cleared' }>,
  { text, ...subject }: Subject,
  name: string | undefined,
): string {
  const isTime = changed.length === 1 && changed[0] === 'time';
  if (subject.many || changed.length === 0)
    return name ? `${name} edited ${text}` : `${capital(text)} changed`;
  if (isTime && to) {
    const span = `the planned time of ${text}${from ? ` from ${time(from)}` : ''} to ${time(to)}`;
    if (name) return `${name} ${from ? 'changed' : 'set'} ${span}`;
    return `Someone ${from ? 'changed' : 'set'} ${span} ${there}`;
  }
  if (isTime && name) return `${name} removed the planned time from ${text}`;
  const what = `the ${listed(changed.map((part) => parts[part]))} of ${text}`;
  const now = to ? ` (new time: ${time(to)})` : '';
  return name ? `${name} edited ${what}${now}` : `${capital(what)} changed ${there}${now}`;
}

/** `text`: names the campaign. */
function readiness(
  { posts, stopped }: Extract<PostEvent, { type: 'campaign_ready' }>,
  card: Card,
  text: string,
): string {
  const where = posts.threads ? ` in ${count(posts.threads, 'thread')}` : '';
  const { reviewed = 0 } = posts;
  const done =
    reviewed > 0
      ? ` ${number(reviewed)} ${plural(reviewed, { one: 'was', other: 'were' })} already reviewed.`
      : '';
  if (posts.ready >= posts.requested)
    return stopped
      ? `${capital(text)} was stopped. ${count(posts.ready, 'post is', 'posts are')} ready${where}.`
      : `${capital(text)} is ready, with ${count(posts.ready, 'post')}${where}.`;
  const { ready, failed: wrong, unknown = 0, requested } = posts;
  const unsure =
    unknown > 0 ? ` I couldn’t confirm whether ${count(unknown, 'post was', 'posts were')} created.` : '';
  const verb = card.request?.kind === 'import' ? 'created' : 'generated';
  if (ready === 0) return noneReady(text, { wrong, requested, verb }) + unsure + done;
  const failures = wrong > 0 ? `. ${number(wrong)} failed` : '';
  return `${number(ready)} of ${count(requested, 'post')} in ${text} ${plural(ready, { one: 'is', other: 'are' })} ready${failures}.${unsure}${done}`;
}

/** Without the counts, which the sentence before has. */
function readinessReason(problem: Problem): string {
  if (problem.code !== 'campaign_incomplete') return problemText(problem);
  if (problem.came === 0) return 'The publishing service took too long.';
  return plural(problem.requested - problem.came, {
    one: 'The remaining post wasn’t ready in time.',
    other: 'The remaining posts weren’t ready in time.',
  });
}

function noneReady(
  text: string,
  { wrong, requested, verb }: { wrong: number; requested: number; verb: string },
): string {
  if (wrong < requested)
    return `No posts in ${text} are ready${wrong > 0 ? `: ${number(wrong)} failed` : ''}.`;
  return plural(requested, {
    one: `The post in ${text} couldn’t be ${verb}.`,
    other: `None of the posts in ${text} could be ${verb}.`,
  });
}

/** Used if no approval rule applies. */
export const anyoneCanApprove = (many = false): string =>
  `Any member of this workspace can approve ${many ? 'them on their cards' : 'it on its card'}.`;

const sentences: { [T in PostEvent['type']]?: Sentence<T> } = {
  post_ready: (_, { card, subject }) =>
    isScheduled(card) && card.content.scheduledAt
      ? `${capital(subject.text)} ${be(subject)} scheduled${when(card.content.scheduledAt, subject, 'for')}.`
      : `${capital(subject.text)} ${be(subject)} ready for review.`,
  campaign_ready: (event, { card, subject }) =>
    `${readiness(event, card, subject.text)}${event.problem ? ` ${clipped(readinessReason(event.problem), 600)}` : ''}`,
  changes_requested: ({ note }, { subject, name }) =>
    `${name} requested changes to ${subject.text}.${quoted(note)}`,
  rejected: ({ reason: why }, { subject, name }) => `${name} rejected ${subject.text}.${quoted(why)}`,
  resubmitted: ({ unchanged }, { subject, name }) => {
    return `${name} resubmitted ${subject.text} ${unchanged ? 'without' : 'with'} changes.`;
  },
  approval_required: (_, { subject, name }) =>
    `${name ?? 'A workspace admin'} edited the approval rule, so ${subject.text} ${needs(subject)} your approval.`,
  approval_requested: ({ note = '', anyone }, { subject, name }) =>
    `${name} requested approval for ${subject.text}.${anyone ? ` ${anyoneCanApprove(subject.many)}` : ''}${quoted(note)}`,
  reopened: (_, { subject, name }) => `${name} reopened ${subject.text} for review.`,
  approvals_cleared: (event, { subject, name, asked }) =>
    `${changeText(event, subject, name)}, so ${its(subject)} approvals were cleared. ${capital(it(subject))} ${needs(subject)} ${asked ? 'your approval' : 'approval'} again.`,
  scheduled: ({ time: to, was: from, ...event }, { subject, name }) => {
    const what = from ? 'rescheduled' : 'scheduled';
    const at = from ? `${when(from, subject, 'from')}${when(to, subject, 'to')}` : when(to, subject, 'for');
    return name
      ? `${name} ${what} ${subject.text}${at}.`
      : `${capital(subject.text)} ${was(subject)} ${what}${at} ${there}${although(event, subject)}.`;
  },
  planned: ({ time: to }, { subject, name }) => {
    const times = `The planned ${subject.many ? 'times' : 'time'} of ${subject.text} ${subject.many ? 'were' : 'was'}`;
    if (!name && !to) return `${times} removed ${there}.`;
    if (!name) return `${times} changed${when(to, subject, 'to')} ${there}.`;
    if (!to) return `${name} removed the planned time from ${subject.text}.`;
    return `${name} set the planned ${subject.many ? 'times' : 'time'} of ${subject.text}${when(to, subject, 'to')}.`;
  },
  unscheduled: ({ why }, { subject, name }) => {
    const needed = why === 'needs_approval' ? ` because ${it(subject)} ${needs(subject)} approval first` : '';
    if (name) return `${name} unscheduled ${subject.text}${needed}.`;
    return `${capital(subject.text)} ${was(subject)} unscheduled${needed || ` ${there}`}.`;
  },
  published: ({ onSchedule, ...event }, { card, subject, name }) => {
    const on = networks(card, subject);
    const doubt = hasNoProfiles(card)
      ? ` ${publishedNowhere(subject.many ? 'these posts' : 'this post')}`
      : '';
    // a post without profiles isn't published anywhere
    if (onSchedule && doubt === '')
      return `${capital(subject.text)} ${was(subject)} published${on} as scheduled.`;
    return name
      ? `${name} published ${subject.text}${on}.${doubt}`
      : `${capital(subject.text)} ${was(subject)} published${on} from the publishing service${although(event, subject)}.${doubt}`;
  },
  failed: ({ problem }, facts) => `${failure(problem, facts.subject)}${reason(problem, facts)}`,
  outcome_unknown: ({ problem }, { subject, ...facts }) =>
    `Couldn’t confirm whether ${subject.text} ${was(subject)} ${step[problem.step].done}.${reason(problem, { subject, ...facts })}`,
};

/** One or two sentences of mrkdwn; empty if there's nothing to say about such an event. */
export function sentenceOf(event: PostEvent, facts: Facts): string {
  const write = sentences[event.type] as Sentence<PostEvent['type']> | undefined;
  return write?.(event, facts) ?? '';
}

/** `name`: the person who changed it. `many`: it's about several posts. */
interface Corrected {
  name: string | undefined;
  many: boolean;
}
type Correction<T extends PostEvent['type']> = (
  now: Extract<PostEvent, { type: T }>,
  corrected: Corrected,
) => string;

const newerMessage = (): string => 'There’s a newer message about this.';
const them = ({ many }: Corrected): string => (many ? 'them' : 'it');
const itIs = ({ many }: Corrected): string => (many ? 'They’re' : 'It’s');
const isReady = (_: unknown, of: Corrected): string => `${itIs(of)} ready.`;

const corrections: { [T in PostEvent['type']]?: Correction<T> } = {
  retried: (_, of) => `${of.name} retried ${them(of)}.`,
  approved: (_, of) => `${of.name} approved ${them(of)}.`,
  approval_undone: (_, { name, many }) => `${name} undid the ${many ? 'approvals' : 'approval'}.`,
  approvals_cleared: (_, { many }) =>
    many
      ? 'Their approvals were cleared because the posts changed.'
      : 'Its approvals were cleared because it changed.',
  changes_requested: (_, { name }) => `${name} requested changes.`,
  resubmitted: (_, of) => `${of.name} resubmitted ${them(of)}.`,
  rejected: (_, of) => `${of.name} rejected ${them(of)}.`,
  reopened: (_, of) => `${of.name} reopened ${them(of)} for review.`,
  published: (_, of) => `${itIs(of)} published.`,
  post_ready: isReady,
  campaign_ready: isReady,
  scheduled: ({ time: at }, of) => `${itIs(of)} scheduled for ${time(at)}.`,
  planned: ({ time: at }, of) => {
    if (at) return `${itIs(of)} planned for ${time(at)}.`;
    return of.many ? 'Their planned times were removed.' : 'Its planned time was removed.';
  },
  unscheduled: (_, of) => `${itIs(of)} no longer scheduled.`,
  failed: newerMessage,
  outcome_unknown: newerMessage,
};

/** What is true now, instead of an earlier notification. */
export function correctionOf(now: PostEvent, of: Corrected): string {
  const write = corrections[now.type] as Correction<PostEvent['type']> | undefined;
  const resolved = of.many
    ? 'This has been resolved. See the cards for their current status.'
    : 'It’s resolved. See the card for its current status.';
  return write?.(now, of) ?? resolved;
}
