/** One line for each state: what is happening, or who decided what. */

import { isChannel } from '#src/platform/slack/channel.ts';
import type { Card, Entry } from '#src/posts/card/card.ts';
import { isOverdue, timeOf } from '#src/posts/card/content.ts';
import { isBeingPublished, isInReview, isUnderWay } from '#src/posts/card/state.ts';
import { clipped, clock, noCaption, oneLine, person, place, time } from '#views/kit/text.ts';

/** For a card whose files are still being read. */
export const checkingFiles =
  'Nothing has been sent yet because I’m still checking this post’s files. I’ll continue automatically.';

/** How many characters of a reason or note a row of a list shows; the card has all of it. */
export const noteInList = 200;

/** It waits for a decision, and nothing has to be checked in the service first. */
export const isReadyForReview = (card: Card): boolean =>
  isInReview(card) && !card.pending && card.statusWord === undefined;

const emojis: Record<Card['state'], string> = {
  queued: ':hourglass_flowing_sand:',
  creating: ':hourglass_flowing_sand:',
  generating: ':sparkles:',
  review: ':eyes:',
  approved: ':hourglass_flowing_sand:',
  publishing: ':hourglass_flowing_sand:',
  published: ':white_check_mark:',
  scheduled: ':calendar:',
  changes_requested: ':pencil2:',
  rejected: ':no_entry:',
  failed: ':x:',
  outcome_unknown: ':question:',
};

/** `noteShown`: how many characters of a reason or note to show. */
export function stateLine(card: Card, noteShown = 1_500): { emoji: string; text: string } {
  const { pending, state, request, replacedBy } = card;
  if (pending) return { emoji: ':hourglass_flowing_sand:', text: pendingText(pending) };
  const isImport = state === 'generating' && request?.kind === 'import';
  if (isImport) return { emoji: ':hourglass_flowing_sand:', text: '*Creating…*' };
  const isDiscarded = state === 'rejected' && replacedBy !== undefined;
  if (isDiscarded) return { emoji: ':wastebasket:', text: discardedText(card) };
  return { emoji: emojis[state], text: stateText(card, noteShown) };
}

function stateText(card: Card, noteShown: number): string {
  switch (card.state) {
    case 'queued':
    case 'creating':
      return card.kind === 'post' ? '*Saving post…*' : '*Sending request…*';
    case 'generating':
      return '*Generating…* This usually takes less than a minute.';
    case 'review':
      return card.statusWord
        ? `*Check the publishing service first.* It shows a status I don’t recognize: ${clipped(card.statusWord, 100)}.`
        : `*${stateWords.review}*`;
    case 'approved':
    case 'publishing':
      return publishingText(card);
    case 'published':
      return publishedText(card);
    case 'scheduled':
      return scheduledText(card);
    case 'changes_requested':
      return changesText(card, noteShown);
    case 'rejected': {
      const entry = last(card, 'rejected');
      return withNote(`${stateWords.rejected} by ${by(entry)}`, entry?.note, noteShown);
    }
    case 'failed':
      return failedText(card);
    case 'outcome_unknown':
      return `*${stateWords.outcome_unknown}.* Check the publishing service before you retry.`;
  }
}

function failedText({ problem, postId, kind }: Card): string {
  const what = kind === 'campaign' ? 'campaign' : 'post';
  if (problem?.step === 'generate') return `*Couldn’t generate this ${what}*`;
  if (problem?.step === 'gone') return '*No longer in the publishing service*';
  return postId ? '*Couldn’t publish this post*' : `*Couldn’t create the ${what}*`;
}

/**
 * The state line for a list that isn't updated by itself, so it says nothing that a moment later might be
 * false. `isLinked`: the list has a link to the card.
 */
export function listedLine(card: Card, isLinked: boolean): { emoji: string; text: string } {
  const { emoji, text } = stateLine(card, noteInList);
  if (!isUnderWay(card)) return { emoji, text };
  // a post from a list, with which nobody here has done anything
  if (card.kind === 'found-post' && card.history.length === 0)
    return { emoji: ':hourglass_flowing_sand:', text: '*In progress in the publishing service*' };
  const isPublished = !card.pending && isBeingPublished(card);
  const what = isPublished
    ? `*Approved by ${by(last(card, 'approved'))}.*`
    : card.state === 'generating' && card.request?.kind !== 'import'
      ? '*Generating…*'
      : text;
  const where = isLinked || !isChannel(card.channel) ? '' : ` in ${place(card.channel)}`;
  return { emoji, text: `${what} See the card${where} for progress.` };
}

/** The beginning of the caption on one line, escaped. */
export function excerpt({ content, state }: Card, max: number): string {
  return (
    clipped(oneLine(content.caption), max) || (state === 'generating' ? stateWords.generating : noCaption)
  );
}

export function when(card: Card): string {
  const at = timeOf(card);
  return at ? time(at) : 'No time set';
}

function last(card: Card, what: Entry['what']): Entry | undefined {
  return card.history.findLast((entry) => entry.what === what);
}

function by(entry: Entry | undefined): string {
  return entry?.by ? person(entry.by) : 'someone';
}

export const publishedEntry = ({ history }: Card): Entry | undefined =>
  history.findLast(({ what }) => what === 'published' || what === 'published_on_schedule');

function publishedText(card: Card): string {
  const entry = publishedEntry(card);
  if (entry?.what === 'published_on_schedule')
    return `*Published on schedule*  ${time(entry.at)}, scheduled by ${by(entry)}`;
  // a post that was published outside Slack: we only know when we saw it
  return entry?.by
    ? `*${stateWords.published} by ${person(entry.by)}*  ${time(entry.at)}`
    : `*${stateWords.published} from the publishing service*`;
}

function publishingText(card: Card): string {
  const who = by(last(card, 'approved'));
  if (card.waitsForGroups)
    return `*Approved by ${who}.* Before publishing, I’m checking with Slack to see who can approve this.`;
  return card.state === 'approved' && card.publishAfter
    ? `*Publishing at ${clock(card.publishAfter)}.* Approved by ${who}, who can undo this until then.`
    : `*Publishing…* Approved by ${who}.`;
}

function discardedText(card: Card): string {
  const entry = last(card, 'rejected');
  return entry?.replaced === 'published'
    ? `*Discarded.* ${replacedText(entry)}.`
    : `*Discarded by ${by(entry)}.* Another version in this thread was kept.`;
}

/** Why a version was discarded: what someone did with another one, here or in the service's web app. */
export const replacedText = ({ by: who, replaced }: Entry): string =>
  who
    ? `${person(who)} ${replaced} another version of this post`
    : `Another version of this post was ${replaced}`;

/** `note`: absent if the entry was left out because the card grew too long. */
const withNote = (what: string, note: string | undefined, shown: number): string =>
  note ? `*${what}:* ${clipped(note, shown)}` : `*${what}*`;

function changesText(card: Card, noteShown: number): string {
  const entry = last(card, 'changes_requested');
  const what = withNote(`${stateWords.changes_requested} by ${by(entry)}`, entry?.note, noteShown);
  return `${what}\n${person(card.author)} needs to edit and resubmit this post.`;
}

function scheduledText(card: Card): string {
  const entry = last(card, 'scheduled');
  const when = card.content.scheduledAt ? ` for ${time(card.content.scheduledAt)}` : '';
  // the history has an entry without a person if someone scheduled it outside Slack
  const who = entry && (entry.by ? ` by ${person(entry.by)}` : ' in the publishing service');
  return `*${stateWords.scheduled}${when}*${who ?? ''}`;
}

const inDoubt = {
  edit: 'the changes were saved',
  schedule: 'this was scheduled',
  unschedule: 'this was unscheduled',
  withhold: 'this was unscheduled',
};

/**
 * The state in a few words, without names, reasons and notes: a mention would notify people each time the
 * message is posted.
 */
export function stateInBrief({ state, pending, replacedBy, statusWord }: Card): string {
  if (pending) return 'Updating…';
  if (state === 'rejected' && replacedBy) return 'Discarded';
  if (state === 'review' && statusWord !== undefined) return 'Unknown status';
  return stateWords[state];
}

/**
 * When an open post is planned for, as of `now` (epoch ms), in a few words for a list; empty if it has no
 * time.
 */
export function plannedFacts(card: Card, now: number): string[] {
  const planned = timeOf(card);
  return planned === undefined ? [] : [`${plannedWords(card, now)} ${time(planned)}`];
}

/** What a list says before a card's planned time. */
export const plannedWords = (card: Card, now: number): string =>
  isOverdue(card, now) ? 'missed its planned time,' : 'planned for';

export const stateWords: Record<Card['state'], string> = {
  queued: 'Saving…',
  creating: 'Saving…',
  generating: 'Generating…',
  review: 'Ready for review',
  changes_requested: 'Changes requested',
  approved: 'Approved',
  publishing: 'Publishing…',
  published: 'Published',
  scheduled: 'Scheduled',
  rejected: 'Rejected',
  failed: 'Failed',
  outcome_unknown: 'Outcome unknown',
};

function pendingText(pending: NonNullable<Card['pending']>): string {
  const who = pending.by && person(pending.by);
  const requested = who ? ` Requested by ${who}.` : '';
  if (pending.inDoubt) return `*Checking whether ${inDoubt[pending.what]}…*${requested}`;
  switch (pending.what) {
    case 'edit':
      if (pending.ofRewrite) return '*Adding files…*';
      return `*Saving changes…*${who ? ` Edited by ${who}.` : ''}`;
    case 'schedule':
      return `*Scheduling${pending.change.scheduledAt ? ` for ${time(pending.change.scheduledAt)}` : ''}…*${requested}`;
    case 'unschedule':
      return `*Unscheduling…*${requested}`;
    case 'withhold':
      return '*Unscheduling…* This post can’t be published right now.';
  }
}
