/**
 * What a person's decision would do to each of several posts, with the permissions, transitions and times of
 * single clicks.
 */

import type { SlackViewAction } from '@slack/bolt';
import type { Deps } from '#commands/kit/command.ts';
import { permissionFor, roleInBrand, roleOf } from '#commands/posts/authorize.ts';
import {
  type BatchDecision,
  choosesTime,
  type Decider,
  type Decision,
  decisionOf,
  permissionOfDecision,
  previewDecision,
} from '#src/campaigns/batch.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import { changesPlan } from '#src/posts/card/approvals.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash, timeOf } from '#src/posts/card/content.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { CurrentApproversOf } from '#src/posts/card/rule.ts';
import { denied, type Permission } from '#src/posts/card/rule.ts';
import { firstVersionOf } from '#src/posts/card/versions.ts';
import { batchWhy } from '#views/campaigns/batch-report.ts';
import { type Checked, wasLeftOut } from '#views/campaigns/review-check.ts';
import { type OwnDecision, ownDecision, ownDecisions } from '#views/campaigns/review-decisions.ts';
import { reviewErrors } from '#views/campaigns/review-parts.ts';
import { wrongTime } from '#views/kit/checks.ts';
import { type ChosenPost, isAsShown } from '#views/posts/chosen.ts';
import { notAttachedText } from '#views/posts/problems.ts';
import { cardGone } from '#views/posts/refusals.ts';

/** A chosen post with its new time (UTC), or why it can't get one. */
export interface PostDecision {
  chosen: ChosenPost;
  to?: string | undefined;
  why?: string | undefined;
  /** The post's own decision, if each post has one; absent if it was left out before. */
  act?: Decision | undefined;
}

/** A submitted modal of a campaign's review, and what it's about. */
export interface ReviewSubmission {
  deps: Deps;
  campaign: Card;
  posts: readonly Card[];
  approversOf: CurrentApproversOf;
  paused: Paused | undefined;
  by: string;
  team: string | undefined;
  view: SlackViewAction['view'];
}

/** The post with this number in the campaign; `undefined` if its card has expired. */
export function postOf(
  { campaign, posts }: Pick<ReviewSubmission, 'campaign' | 'posts'>,
  n: number,
): Card | undefined {
  const id = campaign.posts[n - 1];
  return posts.find((card) => firstVersionOf(card) === id);
}

/** Changes nothing. A denied person is noted in the audit trail, as after a single click. */
export function checkPosts(
  submission: ReviewSubmission,
  batchDecision: BatchDecision,
  decisions: readonly PostDecision[],
): Promise<Checked[]> {
  const { deps, approversOf, paused, by, team } = submission;
  return Promise.all(
    decisions.map(async ({ chosen, to, why, ...own }): Promise<Checked> => {
      const card = postOf(submission, chosen.n);
      const decision = decisionOf({ act: batchDecision }, own);
      const about = { chosen, card, to, ...own };
      const refused = (text: string): Checked => ({ ...about, found: { refused: text } });
      if (!card) return refused(cardGone(deps.slash('social')));
      if (!decision) return refused(why ?? wasLeftOut);
      const permission = permissionOfDecision[decision.what];
      const request = { by, team, permission, via: 'submission' as const };
      const authorization = await permissionFor(deps, approversOf, card, request);
      if (!authorization.open) return refused(authorization.refusal);
      if (!isAsShown(card, chosen))
        return { ...about, found: { refused: reviewErrors.changed, changed: true } };
      // in an earlier release, the confirmation had the fields for new times
      const none = choosesTime(decision) && to === undefined ? reviewErrors.noNewTime : undefined;
      const past = why ?? none ?? wrongTime(to, deps.now());
      if (past) return refused(past);
      return { ...about, found: previewFor(deps, card, decision, { ...authorization, by, paused, to }) };
    }),
  );
}

function previewFor(
  deps: Deps,
  card: Card,
  decision: Decision,
  { to, ...who }: Omit<Decider, 'undoForMs'> & { to?: string | undefined },
): Checked['found'] {
  const at = isoNow(deps);
  const item = { seen: contentHash(card), to, plans: changesPlan(card, who) };
  const found = previewDecision(card, decision, item, { ...who, undoForMs: deps.undoForMs }, at);
  const needsAttachedFiles =
    permissionOfDecision[decision.what] === 'approve' ||
    ('outcome' in found && found.outcome === 'scheduled');
  const files =
    needsAttachedFiles && who.approvers?.rule.attachedOnly ? notAttached(card, deps.postFiles) : undefined;
  if (files) return { refused: notAttachedText(files) };
  return 'outcome' in found
    ? found
    : { refused: batchWhy(found.refused, card.brand.name, deps.slash, who.by) };
}

/**
 * The decisions that this person can make about each post, the same that its buttons would offer. Notes no
 * refusals, because nobody has requested anything yet.
 */
export async function decisionsFor({
  deps,
  campaign: { brand },
  approversOf,
  paused,
  by,
  team,
}: ReviewSubmission): Promise<(card: Card) => OwnDecision[]> {
  const [approvers, role, slots] = await Promise.all([
    approversOf(brand.id),
    roleOf(deps, by, team).then((known) => roleInBrand(deps, known, brand.id)),
    deps.slots.brands(deps.workspace),
  ]);
  const isMeant = (what: OwnDecision, card: Card): boolean => {
    // under a rule, *Approve* publishes a post without a time
    if (what === 'publish') return !approvers || timeOf(card) !== undefined;
    if (what === 'queue') return slots.has(brand.id);
    // without a rule, approving a post that has no time publishes it
    return what !== 'approve' || approvers !== undefined || timeOf(card) !== undefined;
  };
  return (card) => {
    const can = (permission: Permission) => !denied({ approvers, role, by, permission }, card);
    const who = { by, approvers, approves: can('approve'), paused };
    return ownDecisions.filter((what) => {
      return (
        isMeant(what, card) &&
        can(permissionOfDecision[what]) &&
        'outcome' in previewFor(deps, card, ownDecision(what), who)
      );
    });
  };
}
