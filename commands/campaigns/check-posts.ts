/** What a person's decision would do to each of several posts: permissions, transitions and times as for single clicks. */

import type { Deps } from '#commands/kit/command.ts';
import { permissionFor } from '#commands/posts/authorize.ts';
import { actOfBatch, type BatchAct, movesPlan, whatComes } from '#src/campaigns/batch.ts';
import type { CurrentApproversOf } from '#src/ports.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import type { Paused } from '#src/posts/card/scope.ts';
import { batchWhy } from '#views/campaigns/batch-report.ts';
import type { Checked } from '#views/campaigns/review-check.ts';
import { reviewWrong } from '#views/campaigns/review-parts.ts';
import { wrongTime } from '#views/kit/checks.ts';
import { type Chosen, isSeen } from '#views/posts/chosen.ts';
import { notAttachedText } from '#views/posts/problems.ts';
import { cardGone } from '#views/posts/refusals.ts';

/** A chosen post with its new time (UTC), or why it can't have one. */
export interface WantedPost {
  chosen: Chosen;
  to?: string | undefined;
  wrong?: string | undefined;
}

/** A campaign with the cards of its posts, as they were just read. */
export interface Reviewed {
  campaign: Card;
  posts: readonly Card[];
  approversOf: CurrentApproversOf;
  paused: Paused | undefined;
}

/** The post with this number in the campaign; `undefined` if it expired. */
export function postOf({ campaign, posts }: Reviewed, n: number): Card | undefined {
  const id = campaign.posts[n - 1];
  return posts.find((card) => card.id === id);
}

/** Changes nothing. A denied person is noted in the audit trail, as after a single click. */
export function checkPosts(
  deps: Deps,
  reviewed: Reviewed,
  who: { by: string; of: string | undefined },
  act: BatchAct,
  wanted: readonly WantedPost[],
): Promise<Checked[]> {
  return Promise.all(
    wanted.map(async ({ chosen, to, wrong }): Promise<Checked> => {
      const card = postOf(reviewed, chosen.n);
      const about = { chosen, card, to };
      const refused = (text: string): Checked => ({ ...about, found: { refused: text } });
      if (!card) return refused(cardGone(deps.slash('social')));
      const wanted = { ...who, permission: actOfBatch[act.what], via: 'submission' as const };
      const authorization = await permissionFor(deps, reviewed.approversOf, card, wanted);
      if (!authorization.open) return refused(authorization.refusal);
      if (!isSeen(card, chosen)) return { ...about, found: { refused: reviewWrong.changed, changed: true } };
      const past = wrong ?? wrongTime(to, deps.now());
      if (past) return refused(past);
      const { approvers, approves } = authorization;
      const files =
        actOfBatch[act.what] === 'approve' && approvers?.rule.attachedOnly
          ? notAttached(card, deps.postFiles)
          : undefined;
      if (files) return refused(notAttachedText(files));
      const { paused } = reviewed;
      const decider = { by: who.by, approvers, approves, paused, undoForMs: deps.undoForMs };
      const at = new Date(deps.now()).toISOString();
      const plans = movesPlan(card, authorization);
      const found = whatComes(card, act, { seen: contentHash(card), to, plans }, decider, at);
      return 'comes' in found
        ? { ...about, found }
        : refused(batchWhy(found.refused, card.brand.name, deps.slash, who.by));
    }),
  );
}
