/** A card's approval progress: who approved, who still has to, what changed since, and every decision. */
import type { KnownBlock } from '@slack/types';
import { lastApprovalDoes, withOneMore } from '#src/posts/card/approvals.ts';
import type { Card, Entry } from '#src/posts/card/card.ts';
import { approvable, timeOf } from '#src/posts/card/content.ts';
import { around, type Difference, differences, onlyIn } from '#src/posts/card/difference.ts';
import { fileName } from '#src/posts/card/media-address.ts';
import { asksForApproval } from '#src/posts/card/rendering.ts';
import { approvalProgress, type CurrentApprovers, isBlocked, type Review } from '#src/posts/card/rule.ts';
import { isDropped, isInReview, isScheduled, wasPublished } from '#src/posts/card/state.ts';
import { contextLine, section } from '#views/kit/blocks.ts';
import { alternatives, listed } from '#views/kit/language.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import { clipped, count, person, place, time } from '#views/kit/text.ts';
import { publishedEntry, replacedText } from './card-state.ts';
import { groupsUnavailable, whoMay } from './refusals.ts';

/**
 * `review` is absent if no rule asks for approval: then only decisions made under an earlier rule are shown.
 */
export function approvalBlocks(
  card: Card,
  review: Review | undefined,
  { paused, now }: { paused: boolean; now: number },
): KnownBlock[] {
  const asks = review && asksForApproval(card);
  const told = asks ? review.progress.given.slice(0, approversShown) : [];
  return compact([
    asks && review.late && section(lateText),
    ...changedBlocks(card),
    asks &&
      contextLine(
        [
          progressText(review, isScheduled(card) && !paused),
          ...(paused ? [] : lastApprovalText(card, review, now)),
        ].join('\n'),
      ),
    ...decisionBlocks(card, review !== undefined, told),
  ]);
}

const lateText =
  ':alarm_clock: *This post is approved, but its planned time has passed.* Publish it now, choose a new time, or reject it.';

const approversShown = 10;

/** `goesOut`: the post is published at its time, whether or not it's approved. */
function progressText(review: Review, goesOut: boolean): string {
  const { given, needed, open, complete } = review.progress;
  const { unavailable } = review.approvers;
  // people in the group might have given the missing approvals, so any number could be wrong
  if (unavailable.length > 0 && !complete)
    return `:hourglass_flowing_sand: ${groupsUnavailable(unavailable)}, so nobody can approve this. Try again in a minute.${goesOut ? `\n${anyway}` : ''}`;
  const gave = given.slice(0, approversShown).map(({ by, at }) => `${person(by)} ${time(at)}`);
  const approved = gave.length > 0 ? `Approved by ${gave.join(', ')} · ` : '';
  if (needed === undefined)
    return `:no_entry_sign: ${approved}${blockedText(review, goesOut)}${goesOut ? `\n${anyway}` : ''}`;
  const waits = complete ? '' : ` · ${canApprove(open, approversShown)}`;
  const only = goesOut && !complete ? `\nApproval is needed only to publish this post early. ${anyway}` : '';
  return `:ballot_box_with_check: ${approved}${approvalCount(given.length, needed)}${waits}${only}`;
}

/** Says what the final approval does while more than one is needed: the button can't say that yet. */
function lastApprovalText(card: Card, { progress, approvers }: Review, now: number): string[] {
  if (isScheduled(card) || approvers.unavailable.length > 0 || withOneMore(progress) !== 'more') return [];
  const does = lastApprovalDoes(card, now);
  if (!does) return [];
  return [
    does === 'publishes'
      ? 'The final approval publishes this post right away.'
      : `The final approval schedules this post for ${time(timeOf(card) ?? '')}.`,
  ];
}

/** `1 of 2 approvals`. */
export const approvalCount = (given: number, needed: number): string =>
  `${Math.min(given, needed)} of ${count(needed, 'approval')}`;

const andOthers = (users: readonly string[], shown: number): string[] =>
  andMore(users, shown, person, (more) => count(more, 'other'));

const canApprove = (users: readonly string[], shown: number): string =>
  `${alternatives(andOthers(users, shown))} can approve`;

const anyway = 'It still goes out at its scheduled time.';

function blockedText({ approvers }: Review, goesOut: boolean): string {
  if (approvers.users.length === 0)
    return whoMay(approvers, { nobody: goesOut ? 'Nobody can publish it now' : 'Nobody can approve it' });
  const so = goesOut
    ? 'this post can’t be published before its scheduled time'
    : 'this post can’t be approved';
  return approvers.unreadable.length > 0
    ? `The rule requires approval from everyone in a user group, but I can’t see who’s in it, so ${goesOut ? so : 'nobody can approve this right now'}.`
    : `The rule requires more approvals than its approvers can give, so ${so}.`;
}

/**
 * The line of a list for a post that nobody can approve; empty if it can be approved, or doesn't wait for
 * approval.
 */
export function blockedLine(card: Card, review: Review | undefined): string[] {
  const waits = isInReview(card) && !card.pending;
  return review && waits && isBlocked(review) ? [`:no_entry_sign: ${blockedText(review, false)}`] : [];
}

const namesInList = 3;

/** A post's approval progress in a few words, for a list. */
export function approvalFacts(card: Card, review: Review | undefined): string[] {
  if (!review) return [];
  const { given, needed, open, complete } = review.progress;
  if (review.approvers.unavailable.length > 0 && !complete) return [];
  return [
    ...(isInReview(card) && !card.pending && needed !== undefined
      ? [approvalCount(given.length, needed), ...(complete ? [] : [canApprove(open, namesInList)])]
      : []),
    ...(review.late ? ['approved'] : []),
  ];
}

/** How many characters of each caption are shown. */
const shown = 240;

/**
 * Who edited the post last, so that nobody approves another text than they read. Left out if the difference
 * shows it.
 */
export function editBlocks(card: Card): KnownBlock[] {
  const edit = lastEdit(card);
  if (!edit || isInDifference(card, edit)) return [];
  return [
    contextLine(`:pencil2: Edited ${editedText(edit)}${edit.note ? `: ${clipped(edit.note, 300)}` : ''}`),
  ];
}

const lastEdit = ({ history }: Card): Entry | undefined => history.findLast(({ what }) => what === 'edited');

/** `by @Ana, Nov 24 at 9:30 AM`. */
const editedText = ({ by: who, at }: Entry): string =>
  who ? `by ${person(who)}, ${time(at)}` : `in the publishing service (noticed ${time(at)})`;

/** Whether the difference, which is to what people approved or sent back, includes the edit. */
function isInDifference(card: Card, edit: Entry): boolean {
  const earlier = card.history.slice(0, card.history.indexOf(edit));
  const isKnown = earlier.some(({ what }) => what === 'approved' || what === 'changes_requested');
  return isKnown && differenceOf(card).found.length > 0;
}

/**
 * The difference to an earlier content that people know, because they approved it or requested changes to it.
 */
function differenceOf({ state, sentBack, before, ...card }: Card): { since: string; found: Difference[] } {
  const isSentBack = sentBack && !before && isInReview({ state });
  const known = isSentBack ? sentBack : wasPublished({ state }) ? undefined : before;
  return {
    since: isSentBack
      ? ':pencil2: *Edited since changes were requested*'
      : ':warning: *Changed since it was approved*',
    found: known ? differences(known, approvable(card)) : [],
  };
}

function changedBlocks(card: Card): KnownBlock[] {
  const { since, found } = differenceOf(card);
  const edit = lastEdit(card);
  const last = edit && isInDifference(card, edit) ? `, last edit ${editedText(edit)}` : '';
  return found.length > 0 ? [section([`${since}${last}`, ...found.map(differenceText)].join('\n'))] : [];
}

function differenceText({ what, from, to }: Difference): string {
  if (what === 'time') return `Time: ${from ? time(from) : 'none'} → ${to ? time(to) : 'none'}`;
  if (what === 'media') return `Files: ${listChange(from, to, filesText)}`;
  if (what === 'profiles') return `Profiles: ${listChange(from, to, namesText)}`;
  const cut = around(from, to, shown);
  const quoted = (text: string): string => (text === '' ? 'none' : `“${clipped(text, shown + 2)}”`);
  return `Caption: ${quoted(cut.from)} → ${quoted(cut.to)}`;
}

/** `1 removed, 2 added`. */
function listChange(from: string, to: string, text: (lines: readonly string[]) => string): string {
  const { removed, added } = onlyIn(from, to);
  const says = compact([
    removed.length > 0 && `${text(removed)} removed`,
    added.length > 0 && `${text(added)} added`,
  ]);
  return says.join(', ') || 'in a different order';
}

/** `all`: how many there are, with or without names. */
function namesText(names: readonly string[], all = names.length): string {
  const shown = names.slice(0, namesShown).map((name) => clipped(name, 60));
  return listed([...shown, ...(all > shown.length ? [`${all - shown.length} more`] : [])]);
}

const namesShown = 3;

/** The file names, or only how many files there are if none has a name that people know. */
function filesText(urls: readonly string[]): string {
  const names = urls.flatMap((url) => fileName(url) ?? []);
  return names.length > 0 ? namesText(names, urls.length) : `${urls.length}`;
}

const by = (what: string) => (who?: string) => (who ? `${what} by ${who}` : what);

const decisions: Partial<Record<Entry['what'], (who?: string) => string>> = {
  approved: by('Approved'),
  changes_requested: by('Changes requested'),
  resubmitted: by('Resubmitted'),
  reopened: by('Reopened'),
  voided: (who) =>
    `Approvals cleared because ${who ? `${who} changed it` : 'it changed in the publishing service'}`,
  planned: by('Time changed'),
  unscheduled: by('Unscheduled'),
  undone: by('Approval undone'),
  unscheduled_by_pause: (who) =>
    `Unscheduled because ${who ? `${who} paused publishing` : 'publishing was paused'}`,
  left_as_draft: by('Left as a draft'),
  withheld: by('Unscheduled because it needs review'),
  rejected: by('Rejected'),
  scheduled: (who) => `Scheduled ${who ? `by ${who}` : 'in the publishing service'}`,
  published: (who) => `Published ${who ? `by ${who}` : 'from the publishing service'}`,
  published_on_schedule: (who) => `Published on schedule${who ? ` (scheduled by ${who})` : ''}`,
};
/**
 * Without a rule, decisions are shown only if one of these happened, since the card's state doesn't show it.
 */
const tells = new Set<Entry['what']>([
  'planned',
  'unscheduled',
  'changes_requested',
  'resubmitted',
  'reopened',
  'withheld',
  'unscheduled_by_pause',
  'left_as_draft',
]);
const decisionsShown = 8;

/**
 * Every decision with name and time, latest last, except the approvals in `told`, which the card has shown
 * already.
 */
function decisionBlocks(card: Card, hasRule: boolean, told: Card['approvals']): KnownBlock[] {
  const isTelling = ({ what }: Entry): boolean =>
    tells.has(what) || (what === 'rejected' && !isDropped(card));
  if (!hasRule && !card.history.some(isTelling)) return [];
  const out = wasPublished(card) ? publishedEntry(card) : undefined;
  const isTold = (entry: Entry): boolean => {
    // the first line of the card has its name and time, unless it happened outside Slack
    if (entry === out) return entry.what === 'published_on_schedule' || entry.by !== undefined;
    return entry.what === 'approved' && told.some(({ by, at }) => by === entry.by && at === entry.at);
  };
  const made = card.history.filter((one) => decisions[one.what] && !isTold(one)).slice(-decisionsShown);
  if (made.length === 0) return [];
  return [contextLine(made.map(decisionText).join('\n'))];
}

function decisionText(entry: Entry): string {
  const { what, by: who, at, note, unchanged } = entry;
  const done = entry.replaced ? `Discarded: ${replacedText(entry)}` : decisions[what]?.(who && person(who));
  return `${done}${unchanged ? ' without changes' : ''}, ${time(at)}${note ? `: ${clipped(note, 120)}` : ''}`;
}

/**
 * Why a post that just got a time isn't scheduled yet: it lacks approvals. `undefined` if it's being
 * scheduled.
 */
export function notScheduledYet(card: Card, approvers: CurrentApprovers | undefined): string | undefined {
  if (card.pending || !approvers) return undefined;
  const { state, message, channel } = card;
  const { given, needed, open } = approvalProgress(card, approvers);
  const where = place(message?.channel ?? channel);
  if (state === 'changes_requested')
    return `Not scheduled yet: changes were requested, so the author needs to resubmit it first. Its card is in ${where}.`;
  if (needed === undefined)
    return `Not scheduled yet: it can’t get all the approvals its rule requires. A workspace admin needs to edit the rule. Its card is in ${where}.`;
  const who = listed(andOthers(open, approversShown));
  return `Not scheduled yet: it needs ${count(needed - given.length, 'more approval')}. ${who} can approve it on its card in ${where}. Its planned time stays the same.`;
}
