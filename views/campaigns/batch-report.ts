/** The report of what someone decided about several posts at once: what worked, what didn't, and why. */
import type { KnownBlock } from '@slack/types';
import type {
  Batch,
  BatchItem,
  BatchProblem,
  BatchRefused,
  BatchReportContext,
  Decision,
} from '#src/campaigns/batch.ts';
import { canBeUndone, decisionOf, isDecisionSettled } from '#src/campaigns/batch.ts';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import type { CurrentApprovers, Denied } from '#src/posts/card/rule.ts';
import { approvalProgress } from '#src/posts/card/rule.ts';
import { isInReview } from '#src/posts/card/state.ts';
import { button, buttonRow, section, sections } from '#views/kit/blocks.ts';
import { timePassed } from '#views/kit/checks.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { clipped, clock, count, plural } from '#views/kit/text.ts';
import { approvalCount } from '#views/posts/approval-progress.ts';
import { linked, type Reader } from '#views/posts/card-link.ts';
import { excerpt, stateInBrief, when } from '#views/posts/card-state.ts';
import { failureText, problemText } from '#views/posts/problems.ts';
import { deniedText, refusalText } from '#views/posts/refusals.ts';
import { clashLine } from '#views/posts/warnings.ts';

/** Why nothing was done with a post. `slash` and `reader`: as in `refusalText`. */
export function batchWhy(
  refused: BatchRefused | Denied,
  brand: string,
  slash?: (name: string) => string,
  reader?: string,
): string {
  switch (refused.why) {
    case 'already_scheduled':
      return 'It’s already scheduled.';
    case 'no_free_slot':
      return 'Not added to the queue because there are no open posting slots.';
    case 'not_alone':
      return 'This post’s approval rule requires more than your approval, so you can’t choose when it goes out. Approve it for its planned time instead.';
    case 'changed':
      return 'This has changed since you last looked, so nothing was done. Check the card, then try again.';
    case 'new_time_passed':
      return timePassed;
    case 'outsider':
    case 'guest':
    case 'unknown':
    case 'group_unavailable':
    case 'own':
    case 'not_named':
      return deniedText(refused, brand);
    default:
      return refusalText(refused, slash, reader);
  }
}

/** The problem as mrkdwn. */
function jobText(problem: BatchProblem): string {
  switch (problem.code) {
    case 'card_expired':
      return 'Its card no longer exists: finished cards are removed after a while.';
    case 'paused_since':
      return 'Nothing changed because publishing was paused after you confirmed. If it should still go out, review it again.';
    case 'job_failed':
      return clipped(`${failureText(problem.failure)} Nothing changed.`, 400);
  }
}

type End = { is: 'worked' | 'failed' | 'in_progress' | 'undone' | 'skipped'; text: string };

const heads = {
  failed: 'Failed',
  skipped: 'Skipped',
  in_progress: 'In progress',
  undone: 'Approval undone',
  worked: 'Done',
} as const;
const became: Record<Decision['what'], string> = {
  publish: 'published',
  approve: 'approved',
  approve_at: 'approved with a new time',
  reject: 'rejected',
  request_changes: 'with changes requested',
  move: 'with a new time',
  queue: 'added to the queue',
};
/** The words that differ if they're about several posts. */
const ofSeveral: Record<string, string> = {
  [became.approve_at]: 'approved with new times',
  [became.move]: 'with new times',
};
/** The results of the posts that it changed: `2 posts scheduled, 1 published`. */
function workedText(batch: Batch, worked: readonly { item: BatchItem; card: Card | undefined }[]): string {
  const byWord = Map.groupBy(worked, ({ item, card }) => {
    const decision = decisionOf(batch, item);
    if (!decision) return 'reviewed';
    if (decision.what !== 'approve' && decision.what !== 'approve_at') return became[decision.what];
    if (card && isInReview(card)) return 'waiting for more approvals';
    if (decision.what === 'approve_at') return became.approve_at;
    return decision.schedules && (card?.state === 'scheduled' || card?.state === 'published')
      ? card.state
      : became.approve;
  });
  return [...byWord]
    .map(([word, { length }], i) => {
      const words = plural(length, { one: word, other: ofSeveral[word] ?? word });
      return `${i === 0 ? count(length, 'post') : length} ${words}`;
    })
    .join(', ');
}

export const undoAllAction = 'batch.undo';

/** The results of a batch. The report offers to undo what isn't published yet. */
export function renderBatch(
  batch: Batch,
  posts: readonly Card[],
  { approvers, clashes, slackUrl }: BatchReportContext & { slackUrl: string },
): RenderedMessage {
  const byId = new Map(posts.map((card) => [card.id, card]));
  const rows = batch.items.map((item) => {
    const card = byId.get(item.card);
    return { item, card, end: endOf(batch, item, card, approvers) };
  });
  const of = (is: End['is']) => rows.filter(({ end }) => end.is === is);
  const worked = of('worked');
  const [failed, goesOn] = [of('failed').length, of('in_progress').length];
  const [back, left] = [of('undone').length, of('skipped').length];
  const brand = posts[0]?.brand.name ?? '';
  const summary = [
    ...(worked.length > 0 ? [workedText(batch, worked)] : []),
    ...(back > 0 ? [`${count(back, 'approval')} undone`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(goesOn > 0 ? [`${goesOn} in progress`] : []),
    ...(left > 0 ? [`${left} skipped`] : []),
  ].join(', ');
  const emoji = goesOn > 0 ? ':hourglass_flowing_sand:' : failed > 0 ? ':warning:' : ':white_check_mark:';
  const what = `You reviewed ${count(rows.length - left, 'post')} in ${posts[0]?.kind === 'campaign-post' ? 'a campaign' : 'an import'} for ${clipped(brand, 150).replaceAll('*', '∗')}`;
  return {
    text: `${what}: ${summary}`,
    blocks: [
      section(`${emoji} *${summary}*\n${what}.`),
      ...undoAll(batch, posts),
      ...(['failed', 'in_progress', 'undone', 'worked', 'skipped'] as const).flatMap((is) => {
        const lines = of(is).map(({ item, card, end }) => {
          const post = card ? named(card, { user: batch.by, slackUrl }) : 'A post';
          return [`*${item.n}.* ${post}  ·  ${end.text}`, ...closeTo(card, clashes)].join('\n');
        });
        return lines.length > 0 ? sections([`*${heads[is]}*`, ...lines]) : [];
      }),
    ],
  };
}

function closeTo(card: Card | undefined, clashes: BatchReportContext['clashes']): string[] {
  const close = (card && clashes.get(card.id)) ?? [];
  return close.length > 0 ? [clashLine(close)] : [];
}

/** One button for all posts, since their cards are rendered one after the other. */
function undoAll(batch: Batch, posts: readonly Card[]): KnownBlock[] {
  const times = posts.flatMap((card) => (canBeUndone(batch, card) ? (card.publishAfter ?? []) : []));
  const last = times.toSorted().at(-1);
  if (last === undefined) return [];
  const until = clock(last);
  const said = `*${count(times.length, 'post')} ${plural(times.length, { one: 'goes', other: 'go' })} out at ${until}.* To stop ${plural(times.length, { one: 'it', other: 'them' })}, press *Undo all* before then.`;
  return [section(said), ...buttonRow([button(undoAllAction, 'Undo all', { value: batch.id })])];
}

/** The result of *Undo all*. `refused`: why an approval stays, for each that does, as mrkdwn. */
export function undoneAll(taken: number, refused: readonly string[]): string {
  const back = `Undid ${count(taken, 'approval')}.`;
  const [why, ...others] = refused;
  if (why === undefined) return taken > 0 ? back : nothingToUndo;
  const rest = others.length > 0 ? 'See each post’s card for its current status.' : why;
  return `${taken > 0 ? back : 'Nothing was undone.'} Couldn’t undo ${count(refused.length, 'approval')}. ${rest}`;
}

/** For someone who presses it too late: the time to undo is short, and a direct message may be read later. */
export const nothingToUndo =
  'There’s nothing left to undo. You can still unschedule a scheduled post on its card. A published post can only be deleted on its social network.';

function named(card: Card, reader: Reader): string {
  const words = excerpt(card, 70);
  return linked(card, words, reader) ?? words;
}

function endOf(
  batch: Batch,
  item: BatchItem,
  card: Card | undefined,
  approvers: CurrentApprovers | undefined,
): End {
  const { result } = item;
  if (!result) return { is: 'in_progress', text: 'not started yet' };
  if ('refused' in result)
    return {
      is: result.left ? 'skipped' : 'failed',
      text: result.problem ? jobText(result.problem) : result.refused,
    };
  if (!card) return { is: 'worked', text: 'done, and its card has since been removed' };
  if (!isDecisionSettled(item, card)) return { is: 'in_progress', text: underWay(card, batch) };
  if (isUndone(card)) return { is: 'undone', text: `${waiting(approvers)}, ${planned(card)}` };
  if (card.problem) return { is: 'failed', text: clipped(problemText(card.problem), 400) };
  return { is: 'worked', text: ended(card, approvers, batch.by) };
}

function underWay(card: Card, batch: Batch): string {
  if (canBeUndone(batch, card)) return 'about to be published';
  return card.pending ? 'being sent to the publishing service' : 'being published';
}

function ended(card: Card, approvers: CurrentApprovers | undefined, by: string): string {
  switch (card.state) {
    case 'published':
      return 'published';
    case 'scheduled':
      return `scheduled for ${when(card)}`;
    case 'rejected':
      return 'rejected';
    case 'changes_requested':
      return 'changes requested';
    case 'review':
      return waits(card, approvers, by);
    default:
      return stateInBrief(card).toLowerCase();
  }
}

const waiting = (approvers: CurrentApprovers | undefined): string =>
  approvers ? 'waiting for approval' : 'ready for review';

const isUndone = ({ history }: Card): boolean =>
  history.findLast(({ what }) => what !== 'requested')?.what === 'undone';

/**
 * The report isn't updated for what others do later, so it says only what stays true after an approval of
 * `by`.
 */
function waits(card: Card, approvers: CurrentApprovers | undefined, by: string): string {
  const { given = [], needed } = (approvers && approvalProgress(card, approvers)) ?? {};
  const far = needed === undefined ? undefined : approvalCount(given.length, needed);
  if (given.some((one) => one.by === by)) return `approved by you${far ? ` (${far})` : ''}, ${planned(card)}`;
  return `${waiting(approvers)}, ${planned(card)}${far ? `, ${far}` : ''}`;
}

const planned = (card: Card): string => (timeOf(card) ? `planned for ${when(card)}` : 'no time set');
