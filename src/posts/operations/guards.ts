/**
 * Whether a post can be published or scheduled now: asked when an operation prepares, and again right before
 * it sends.
 */

import type { Keys } from '#src/platform/redis/keys.ts';
import type { Card } from '#src/posts/card/card.ts';
import { approvalProgress, type CurrentApprovers, isApprovalUnknown } from '#src/posts/card/rule.ts';

/** If it's denied, the card says why, and people decide again. */
type GuardVerdict = { kind: 'allow' } | { kind: 'deny'; why: 'paused' };

export type Verdict =
  | GuardVerdict
  | { kind: 'deny'; why: 'not_approved' }
  /** It depends on user groups whose members Slack can't name right now. */
  | { kind: 'wait'; groups: readonly string[] };

type KeyOfWorkspace = {
  [Name in keyof Keys]: Keys[Name] extends (workspace: string) => string ? Name : never;
}[keyof Keys];

/** A feature that can keep posts from being published and scheduled. */
export interface Guard {
  /**
   * Hashes with a field for the brand and one for all brands, which its verdict depends on. If they have
   * changed since the verdict, the ledger refuses the operation.
   */
  reads: readonly KeyOfWorkspace[];
  /** `requestedAt`: when a person last requested what would be sent (ISO, UTC). */
  check(card: Card, requestedAt: string): Promise<GuardVerdict>;
}

/** The first guard's verdict that isn't `allow`. */
export async function checkGuards(
  { guards }: { guards: readonly Guard[] },
  card: Card,
  requestedAt: string,
): Promise<GuardVerdict> {
  for (const guard of guards) {
    const verdict = await guard.check(card, requestedAt);
    if (verdict.kind !== 'allow') return verdict;
  }
  return { kind: 'allow' };
}

/** The verdict of the approvals alone. `approvers`: `undefined` if no rule applies. */
export function checkApprovals(card: Card, approvers: CurrentApprovers | undefined): Verdict {
  if (!approvers || approvalProgress(card, approvers).complete) return { kind: 'allow' };
  return isApprovalUnknown(card, approvers)
    ? { kind: 'wait', groups: approvers.unavailable }
    : { kind: 'deny', why: 'not_approved' };
}
