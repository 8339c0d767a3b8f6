/** The modals of a campaign's review: from the selected posts to the batch that carries out the decision. */

import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { afterwards, notTold } from '#commands/kit/afterwards.ts';
import { onChoice } from '#commands/kit/choice.ts';
import type { Deps, SharedDeps } from '#commands/kit/command.ts';
import { type FormAnswer, keepOpen, onForm } from '#commands/kit/form.ts';
import { afterChoice, openViewOf } from '#commands/kit/open-view.ts';
import { zonesOf } from '#commands/posts/time-shown.ts';
import {
  type BatchDecision,
  batchAtMost,
  type DecisionOutcome,
  decisionOf,
  decisionsAtMost,
} from '#src/campaigns/batch.ts';
import { batchJob } from '#src/campaigns/jobs.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import { postTime, sameTime } from '#src/platform/publishing-api/post-time.ts';
import { contentHash, timeOf } from '#src/posts/card/content.ts';
import { batchWhy } from '#views/campaigns/batch-report.ts';
import { reviewModal } from '#views/campaigns/review.ts';
import { batchCheck, type Checked, isAsSaid, outcomeOf, wasLeftOut } from '#views/campaigns/review-check.ts';
import { decisionAction, decisionsModal } from '#views/campaigns/review-decisions.ts';
import { reviewErrors } from '#views/campaigns/review-parts.ts';
import { type Shift, shiftModal, timesModal } from '#views/campaigns/review-times.ts';
import { type Zones, zoneIn } from '#views/kit/moment.ts';
import type { ChosenPost } from '#views/posts/chosen.ts';
import { cardGone } from '#views/posts/refusals.ts';
import { checkPosts, decisionsFor, type PostDecision, postOf, type ReviewSubmission } from './check-posts.ts';
import { isChanged, renderChanged } from './render-review.ts';

interface Answer extends FormAnswer {
  /** What the modal says about each post, and the other selected posts. */
  checked?: readonly Checked[];
  others?: readonly ChosenPost[];
}

/** Listens for a modal of the campaign's card, and answers with the result of `handle`. */
function onModal(
  app: App,
  shared: SharedDeps,
  modal: { id: string; contextOf(view: { private_metadata: string }): { card: string } },
  handle: (submission: ReviewSubmission) => Promise<Answer>,
): void {
  onForm(app, shared, modal.id, async ({ workspace, by, team, view, client }, deps) => {
    const { card } = modal.contextOf(view);
    const [campaign, approversOf, pauseOf] = await Promise.all([
      deps.desk.get(workspace, card),
      deps.approversReader.read(workspace),
      deps.pauses.read(workspace),
    ]);
    if (!campaign) {
      const text = cardGone(deps.slash('social'));
      return {
        ack: { response_action: 'clear' },
        after: () => afterwards(deps, notTold, () => deps.personNotifier.direct(by, { text })),
      };
    }
    const posts = await deps.desk.posts(campaign);
    const paused = pauseOf(campaign.brand.id);
    const {
      checked,
      others = [],
      ack,
    } = await handle({
      deps,
      campaign,
      posts,
      approversOf,
      paused,
      by,
      team,
      view,
    });
    const list = { id: view.root_view_id ?? view.id, user: by };
    return {
      ack,
      after: async () => checked && renderChanged(deps, client, campaign, list, checked, others),
    };
  });
}

const pushed = (view: ModalView): Answer => ({ ack: { response_action: 'push', view } });

export function onReviewModals(app: App, shared: SharedDeps): void {
  onModal(app, shared, reviewModal, async (submission) => {
    const { view, campaign } = submission;
    const chosen = reviewModal.chosenIn(view);
    const whatToDo = reviewModal.whatToDoIn(view);
    if (chosen.length === 0) return keepOpen(reviewModal.errorAt(reviewErrors.noneChosen));
    if (chosen.length > batchAtMost)
      return keepOpen(reviewModal.errorAt(reviewErrors.tooMany(batchAtMost, chosen.length)));
    if (!whatToDo) return keepOpen(reviewModal.errorAt(reviewErrors.nothingChosen));
    if (whatToDo === 'shift') return pushed(shiftModal.render(campaign, chosen));
    if (whatToDo === 'times') {
      const rows = chosen.map((one) => ({ chosen: one, card: postOf(submission, one.n) }));
      return pushed(timesModal.render(campaign, rows));
    }
    if (whatToDo === 'each') {
      if (chosen.length > decisionsAtMost)
        return keepOpen(reviewModal.errorAt(reviewErrors.tooMany(decisionsAtMost, chosen.length)));
      const can = await decisionsFor(submission);
      const rows = chosen.map((one) => {
        const card = postOf(submission, one.n);
        return { chosen: one, card, can: card ? can(card) : [] };
      });
      const zone = zoneIn({ reader: await submission.deps.users.zoneOf(submission.by) });
      return pushed(decisionsModal.render(campaign, rows, { zone, now: submission.deps.now() }));
    }
    const batchDecision: BatchDecision =
      whatToDo === 'reject' ? { what: whatToDo, reason: '' } : { what: whatToDo };
    const decisions = chosen.map((one) => ({ chosen: one }));
    return check('push', submission, batchDecision, decisions);
  });

  onModal(app, shared, shiftModal, async (submission) => {
    const read = shiftModal.read(submission.view);
    if ('errors' in read) return keepOpen(read.errors);
    const decisions = await shifted(submission, read.value);
    return check('update', submission, { what: 'move' }, decisions);
  });

  onModal(app, shared, timesModal, async (submission) => {
    const times = timesModal.read(submission.view);
    const { chosen } = timesModal.contextOf(submission.view);
    const decisions = chosen.flatMap((one): PostDecision[] => {
      const to = times.get(one.n);
      const card = postOf(submission, one.n);
      return to === undefined || (card && sameTime(timeOf(card), to)) ? [] : [{ chosen: one, to }];
    });
    if (decisions.length === 0) return keepOpen(timesModal.errorAt(submission.view, reviewErrors.noTime));
    const past = timesModal.wrongTimes(decisions, submission.deps.now());
    if (Object.keys(past).length > 0) return keepOpen(past);
    const others = chosen.filter((one) => !decisions.some((post) => post.chosen.n === one.n));
    return check('update', submission, { what: 'move' }, decisions, others);
  });

  onModal(app, shared, decisionsModal, async (submission) => {
    const { view, deps } = submission;
    const decided = decisionsModal.decided(view);
    if (decided.size === 0) return keepOpen(decisionsModal.errorAt(view, reviewErrors.noDecision));
    const posts = (n: number) => postOf(submission, n);
    const open = decisionsModal.withFields(openViewOf(view), posts, decided);
    // the modal was submitted before the field below a menu had appeared
    const shown = new Set(view.blocks.map(({ block_id }) => block_id));
    if (open.blocks.some(({ block_id }) => !shown.has(block_id ?? '')))
      return { ack: { response_action: 'update', view: open } };
    const read = decisionsModal.read(view, posts, deps.now());
    if ('errors' in read) return keepOpen(read.errors);
    const { chosen } = decisionsModal.contextOf(view);
    const decisions = chosen.flatMap((one): PostDecision[] => {
      const entry = read.value.get(one.n);
      return entry ? [{ chosen: one, ...entry }] : [];
    });
    const others = chosen.filter(({ n }) => !decided.has(n));
    const batchDecision = { what: 'each' } as const;
    const checked = await checkPosts(submission, batchDecision, decisions);
    // *Back* leads to the decisions, unless the list shows something new
    const how = checked.some(isChanged) ? 'update' : 'push';
    return confirmation(how, submission, batchDecision, checked, others);
  });

  onDecision(app, shared);

  onModal(app, shared, batchCheck, confirmed);
}

/** Adds the field that each decision needs below its menu. */
function onDecision(app: App, shared: SharedDeps): void {
  onChoice(app, shared, decisionAction, async ({ action, view, client }, deps) => {
    const render = afterChoice(shared, client, { ...action, view });
    const campaign = await deps.desk.get(deps.workspace, decisionsModal.contextOf(view).card);
    if (!campaign) return;
    const posts = await deps.desk.posts(campaign);
    const post = (n: number) => postOf({ campaign, posts }, n);
    await render(decisionsModal.withFields(openViewOf(view), post, decisionsModal.decided(view)));
  });
}

async function check(
  how: 'push' | 'update',
  submission: ReviewSubmission,
  batchDecision: BatchDecision,
  decisions: readonly PostDecision[],
  others: readonly ChosenPost[] = [],
): Promise<Answer> {
  const checked = await checkPosts(submission, batchDecision, decisions);
  return confirmation(how, submission, batchDecision, checked, others);
}

async function confirmation(
  response_action: 'push' | 'update',
  submission: ReviewSubmission,
  batchDecision: BatchDecision,
  checked: readonly Checked[],
  others: readonly ChosenPost[],
): Promise<Answer> {
  const { deps, campaign } = submission;
  const options = { undoForMs: deps.undoForMs, zones: await zonesFor(submission), others };
  const shown = await withClashes(deps, await withSlots(submission, batchDecision, checked));
  const view = batchCheck.render(campaign, await questionOf(submission, batchDecision), shown, options);
  return { ack: { response_action, view }, checked, others };
}

/** What is close to the times at which posts will be published, now or once they're approved. */
async function withClashes(deps: Deps, checked: readonly Checked[]): Promise<readonly Checked[]> {
  const cards = checked.flatMap((one) => {
    const { card, to, slot } = one;
    const at = to ?? slot ?? (card && timeOf(card));
    return card && at && keepsTime.has(outcomeOf(one))
      ? { ...card, pending: undefined, requestedTime: at }
      : [];
  });
  const clashes = await deps.slots.clashes(cards);
  const clashesOf = new Map(cards.map(({ id }, i) => [id, clashes[i]]));
  return checked.map((one) => ({ ...one, clashes: one.card && clashesOf.get(one.card.id) }));
}

const keepsTime: ReadonlySet<DecisionOutcome | undefined> = new Set(['scheduled', 'approval', 'planned']);

/**
 * The slots that posts will get if they're added to the queue one after the other, unless someone else takes
 * one first.
 */
async function withSlots(
  { deps, campaign: { brand } }: ReviewSubmission,
  batchDecision: BatchDecision,
  checked: readonly Checked[],
): Promise<readonly Checked[]> {
  const isQueued = (one: Checked) =>
    decisionOf({ act: batchDecision }, one)?.what === 'queue' && outcomeOf(one) !== undefined;
  const queued = checked.filter(isQueued);
  if (queued.length === 0) return checked;
  const free = await deps.slots.free(deps.workspace, brand, queued.length);
  return checked.map((one) => {
    if (!isQueued(one)) return one;
    const slot = free[queued.indexOf(one)];
    return slot === undefined
      ? { ...one, found: { refused: batchWhy({ why: 'no_free_slot' }, brand.name) } }
      : { ...one, slot: postTime(slot) };
  });
}

/** If no rule asks for approval, approved posts are scheduled, and the question says so. */
async function questionOf({ campaign, approversOf }: ReviewSubmission, { what }: BatchDecision) {
  return {
    act: what,
    schedules:
      (what === 'approve' || what === 'each') && (await approversOf(campaign.brand.id)) === undefined,
  };
}

const zonesFor = ({ deps, campaign, by }: ReviewSubmission): Promise<Zones> =>
  zonesOf(deps, by, campaign.brand);

/** The new times. Days are counted in the brand's calendar. */
async function shifted(submission: ReviewSubmission, by: Shift): Promise<PostDecision[]> {
  const [zones, { movedBy }] = await Promise.all([
    zonesFor(submission),
    // few people move posts, and the calendar library takes a while to load
    import('#src/time/moments.ts'),
  ]);
  const zone = zoneIn(zones);
  return shiftModal.contextOf(submission.view).chosen.map((chosen) => {
    const card = postOf(submission, chosen.n);
    const at = card && timeOf(card);
    if (!at) return { chosen, why: reviewErrors.nothingToMove };
    const moved = movedBy(Date.parse(at), by, zone);
    if ('why' in moved) return { chosen, why: reviewErrors.clocks(moved.why, Date.parse(at), zone) };
    return { chosen, to: postTime(moved.moments[0]) };
  });
}

const stillNeedsApproval: ReadonlySet<DecisionOutcome> = new Set(['approval', 'never_approved']);

/** Records the batch before Slack gets its acknowledgment. Submitting twice records one batch. */
async function confirmed(submission: ReviewSubmission): Promise<Answer> {
  const { deps, view, campaign, by, team } = submission;
  const { workspace } = deps;
  const read = batchCheck.read(view);
  if ('errors' in read) return keepOpen(read.errors);
  const { act: batchDecision, items, said, left, others = [] } = read.value;
  const one = { workspace, batch: view.id };
  if (!(await deps.batches.get(workspace, view.id))) {
    const decisions = items.map(({ chosen, to, act: own }) => ({
      chosen,
      act: own,
      ...(to !== undefined && { to: postTime(to * 1_000) }),
    }));
    const checked = await checkPosts(submission, batchDecision, decisions);
    if (!checked.some((one) => outcomeOf(one) !== undefined) || !isAsSaid(said, checked)) {
      const without = left.map((chosen) => ({ chosen, why: wasLeftOut }));
      const all = [...checked, ...(await checkPosts(submission, batchDecision, without))];
      return confirmation('update', submission, batchDecision, all, others);
    }
    await deps.batches.add({
      id: view.id,
      workspace,
      campaign: campaign.id,
      by,
      of: team,
      act: batchDecision,
      at: isoNow(deps),
      items: [
        ...checked.map(({ chosen, card, to, act: own, found }) => ({
          card: card?.id ?? '',
          n: chosen.n,
          to,
          act: own,
          seen: card ? contentHash(card) : '',
          ...('outcome' in found && found.outcome === 'planned' && { plans: true }),
          ...('outcome' in found && stillNeedsApproval.has(found.outcome) && { moreNeeded: true }),
          ...('refused' in found && { result: { refused: found.refused } }),
        })),
        ...left.map(({ n }) => ({
          card: postOf(submission, n)?.id ?? '',
          n,
          seen: '',
          result: { refused: wasLeftOut, left: true as const },
        })),
      ],
    });
  }
  try {
    await deps.jobs.enqueue(batchJob, one);
  } catch (cause) {
    deps.log.warn({ err: cause, batch: view.id }, "couldn't queue a batch; the next sweep will");
  }
  return { ack: { response_action: 'clear' } };
}
