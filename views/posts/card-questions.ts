/** What a card's buttons ask before they do something that can't be undone. */
import type { ConfirmationDialog, MrkdwnElement } from '@slack/types';
import { networkShown } from '#src/platform/publishing-api/networks.ts';
import { approvalDoes, withOneMore } from '#src/posts/card/approvals.ts';
import type { Card } from '#src/posts/card/card.ts';
import { isOverdue, timeOf } from '#src/posts/card/content.ts';
import type { NotAttached } from '#src/posts/card/file-checks.ts';
import { publishesAgain } from '#src/posts/card/retry.ts';
import type { ApprovalProgress, Review } from '#src/posts/card/rule.ts';
import { isScheduled } from '#src/posts/card/state.ts';
import { hasVersions } from '#src/posts/card/versions.ts';
import { dialog } from '#views/kit/blocks.ts';
import { listed } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import { type Clock, momentInZone } from '#views/kit/moment.ts';
import { capital, clipped, count, mrkdwn } from '#views/kit/text.ts';
import { notAttachedText } from './problems.ts';
import { briefWarnings } from './warnings.ts';

/**
 * The labels of the buttons on a card that failed, or whose outcome is unknown. A card has at most one of
 * those before *Check again*.
 */
export const retryButtons = {
  /** AI couldn't generate the post or campaign, or nobody knows if it did. */
  generate: 'Generate again',
  /** A post from a form or a file couldn't be created. */
  create: 'Try again',
  /** Such a post was created, but isn't listed anymore. */
  createAnother: 'Create another',
  /** Nobody knows if such a post was created. */
  createUnknown: 'Create again',
  /** The post exists, and nobody knows if it was published or scheduled. */
  publish: 'Publish again',
  /** Next to the others while the outcome is unknown: reads what the service shows and sends nothing. */
  check: 'Check again',
} as const;

/** The label of the button that requests a card's operation again. */
export function retryText(card: Card): string {
  if (publishesAgain(card)) return retryButtons.publish;
  if (card.kind !== 'post') return retryButtons.generate;
  if (card.state === 'outcome_unknown') return retryButtons.createUnknown;
  return createsAnother(card) ? retryButtons.createAnother : retryButtons.create;
}

const createsAnother = ({ state, postId }: Card): boolean =>
  state !== 'outcome_unknown' && postId !== undefined;

function againTitle(card: Card): string {
  if (publishesAgain(card)) return 'Publish this post again?';
  if (card.kind === 'post') {
    if (card.state === 'outcome_unknown') return 'Create this post again?';
    return createsAnother(card) ? 'Create another post?' : 'Try to create this post again?';
  }
  return `Generate this ${card.kind === 'campaign' ? 'campaign' : 'post'} again?`;
}

/** Follows the sentence that a post is published right away; empty if that can't be undone. */
export const undoText = (undoForMs: number, where: string, button = 'Undo'): string =>
  undoForMs > 0 ? `. You have ${undoTime(undoForMs / 1_000)} to press *${button}* ${where}` : '';

const undoTime = (seconds: number): string =>
  seconds % 60 === 0 ? count(seconds / 60, 'minute') : count(seconds, 'second');

export interface ConfirmOptions {
  /** The review, if a rule asks for approval. */
  review?: Review | undefined;
  /** Files that aren't attached, if the rule allows attached files only. */
  notAttached?: NotAttached | undefined;
  /** How long publishing can be undone, in milliseconds; 0: not at all. */
  undoForMs: number;
  /** Only someone who can approve the post reads the question. */
  toApprover?: boolean;
  clock: Clock;
}

/**
 * The question before an approval. Everyone in the channel reads it, so it promises nothing that only an
 * approver can do.
 */
export function confirmApproval(card: Card, options: ConfirmOptions): ConfirmationDialog {
  const { review, clock } = options;
  const does = approvalDoes(card, review?.progress, clock.now);
  if (does === 'schedules') return confirmSchedule(card, options);
  if (does === 'publishes' || !review) return confirmPublish(card, options);
  const text = asking(card, refusedFilesText(options) ?? countedText(card, review.progress, clock));
  return dialog('Approve this post?', text, 'Approve');
}

/** What an approval does that neither publishes nor schedules the post. */
function countedText(card: Card, progress: ApprovalProgress, clock: Clock): string[] {
  const is = withOneMore(progress);
  if (is === 'all')
    return [
      `Its planned time, ${plannedText(card, clock)}, has passed, so your approval doesn’t publish it. Once it’s approved, you can publish it from its card or choose a new time.`,
    ];
  const missing = (progress.needed ?? 0) - progress.given.length;
  const comes =
    is === 'more'
      ? `It needs ${count(missing, 'more approval')}, including this one.`
      : 'This post can’t be fully approved: the rule requires more approvals than its approvers can give.';
  return [comes, ...keepsTime(card, clock)];
}

function confirmSchedule(card: Card, options: ConfirmOptions): ConfirmationDialog {
  const at = plannedText(card, options.clock);
  const comes = `${comesText('scheduled', options)} for ${at}.`;
  const text = asking(card, refusedFilesText(options) ?? [comes, ...aboutOtherVersions(card, 'scheduled')]);
  return dialog('Schedule this post?', text, 'Schedule');
}

/** The rule allows attached files only, so nobody can approve a post with links. */
function refusedFilesText({ review, notAttached }: ConfirmOptions): string[] | undefined {
  return review?.approvers.rule.attachedOnly && notAttached ? [notAttachedText(notAttached)] : undefined;
}

const plannedText = (card: Card, clock: Clock): string => momentInZone(Date.parse(timeOf(card) ?? ''), clock);

/** Everyone in a channel reads the same question, and only approvers can confirm it. */
const ifApprover = (does: string, { toApprover }: Pick<ConfirmOptions, 'toApprover'>): string =>
  toApprover ? capital(does) : `If you’re an approver, ${does}`;

/** The beginning of the sentence that says what the button does. */
function comesText(does: 'scheduled' | 'published', options: ConfirmOptions): string {
  const { review } = options;
  const acts = does === 'scheduled' ? 'schedules' : 'publishes';
  if (!review) return `This ${acts} it`;
  if (review.progress.complete) return ifApprover(`this ${acts} it`, options);
  return `${ifApprover('this is the final approval', options)}: it ${acts} the post`;
}

const staysText = (card: Card, clock: Clock): string =>
  isScheduled(card)
    ? `It stays scheduled for ${plannedText(card, clock)}.`
    : `It’s planned for ${plannedText(card, clock)}.`;

/** If a rule needs more approvals than this one, the question is about the approval, not about publishing. */
export function confirmPublish(card: Card, options: ConfirmOptions): ConfirmationDialog {
  const { review, undoForMs, clock } = options;
  if (review && withOneMore(review.progress) !== 'all') return confirmApproval(card, options);
  const comes = `${comesText('published', options)} right away, for everyone to see${undoText(undoForMs, 'on its card')}.`;
  const says = [comes, ...droppedText(card, clock), ...aboutOtherVersions(card, 'published')];
  return dialog('Publish this post?', asking(card, refusedFilesText(options) ?? says), 'Publish');
}

export function confirmUnschedule(card: Card, clock: Clock): ConfirmationDialog {
  const at = timeOf(card) ? ` for ${plannedText(card, clock)}` : '';
  const says = `It’s scheduled${at}. If you unschedule it, it won’t go out and will go back to review.`;
  return dialog('Unschedule this post?', asking(card, [says], []), 'Unschedule', 'Keep scheduled');
}

/** The question of a button that removes a post's time; `undefined` if the post has none. */
export function confirmLeave(card: Card, clock: Clock): ConfirmationDialog | undefined {
  const dropped = droppedText(card, clock);
  if (dropped.length === 0) return undefined;
  const says = [...dropped, 'It won’t go out until someone schedules or publishes it.'];
  return dialog('Leave this post as a draft?', asking(card, says, []), 'Leave as draft');
}

const keepsTime = (card: Card, clock: Clock): string[] =>
  timeOf(card) && !isOverdue(card, clock.now) ? [staysText(card, clock)] : [];

function droppedText(card: Card, clock: Clock): string[] {
  if (timeOf(card) === undefined) return [];
  const which = isScheduled(card) ? 'scheduled' : 'planned';
  const what = isOverdue(card, clock.now) ? 'has passed' : 'will be removed';
  return [`Its ${which} time, ${plannedText(card, clock)}, ${what}.`];
}

/**
 * What fits into a dialog: every network, `says`, and as many warnings and then profiles as possible. The
 * card has all of them.
 */
function asking(
  card: Card,
  says: readonly string[],
  warned: readonly string[] = briefWarnings(card),
): MrkdwnElement {
  const places = whereTexts(card);
  for (let warnings = warned.length; warnings >= 0; warnings -= 1)
    for (const where of places) {
      const text = [...warned.slice(0, warnings), where, ...says].filter(Boolean).join(' ');
      if (text.length <= slack.confirmText) return mrkdwn(text);
    }
  return mrkdwn(clip([places.at(-1), ...says].filter(Boolean).join(' '), slack.confirmText));
}

/** How many characters of a profile's name are shown if the whole names don't fit. */
const shortName = 35;

/** Where the post goes, in ever fewer words: all profiles, fewer and fewer of them, and only their number. */
function whereTexts({ kind, content, profilesUnknown }: Card): string[] {
  const itGoes = kind === 'campaign' ? 'Its posts go' : 'It goes';
  const { profiles } = content;
  // if there are none, the warning says so
  if (profiles.length === 0)
    return [profilesUnknown ? `${itGoes} to the profiles set in the publishing service.` : ''];
  const full = profiles.map(({ name }) => clipped(name, slack.confirmText));
  const short = profiles.map(({ name }) => clipped(name, shortName));
  const networkOf = profiles.map(({ name }) => clipped(networkShown(name) ?? '', shortName));
  const text = (names: string[]): string => {
    const rest = profiles.length - names.length;
    if (rest === 0) return `${itGoes} to ${listed(names)}.`;
    const networks = [...new Set(networkOf.slice(names.length))].filter(Boolean);
    const on = networks.length > 0 ? ` on ${listed(networks)}` : '';
    if (names.length === 0) return `${itGoes} to ${count(rest, 'social profile')}${on}.`;
    return `${itGoes} to ${listed([...names, `${rest} more`])}${on}.`;
  };
  const fewer = profiles.map((_, left) => short.slice(0, profiles.length - left));
  return [full, ...fewer, []].map(text);
}

export const scheduledStay = 'Other versions that are already scheduled will still go out.';

/** What happens to the other versions when one of several is scheduled or published. */
export function aboutOtherVersions(card: Card, outcome: 'scheduled' | 'published'): string[] {
  if (!hasVersions(card)) return [];
  return [
    outcome === 'scheduled' ? scheduledStay : 'The other versions waiting for review will be discarded.',
  ];
}

export function confirmKeep(card: Card, clock: Clock): ConfirmationDialog {
  const says = [
    'This discards every other version that hasn’t been published, including scheduled ones. Discarded versions are unscheduled and removed from all lists, but their drafts stay in the publishing service. Nothing is published.',
    ...keepsTime(card, clock),
  ];
  return dialog('Keep this version?', mrkdwn(says.join(' ')), 'Keep this version');
}

export function confirmAgain(card: Card, clock: Clock): ConfirmationDialog {
  const lost = card.state === 'outcome_unknown';
  const says = compact([
    ...(publishesAgain(card)
      ? []
      : isOverdue(card, clock.now)
        ? droppedText(card, clock)
        : keepsTime(card, clock)),
    lost && 'The earlier request may have gone through already.',
    againText(card, lost),
  ]);
  const question = dialog(againTitle(card), asking(card, says), retryText(card));
  return lost ? { ...question, style: 'danger' } : question;
}

function againText(card: Card, lost: boolean): string {
  if (publishesAgain(card)) return 'Publishing it again may make it appear twice.';
  if (card.kind !== 'post')
    return `This generates the ${card.kind === 'campaign' ? 'campaign' : 'post'} again, which may count toward your plan’s limit.`;
  if (lost) return 'This may create a second post.';
  return createsAnother(card)
    ? 'The post was created, but the publishing service no longer lists it. This creates another one.'
    : 'Nothing has been created yet.';
}
