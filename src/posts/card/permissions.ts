/** What a person can do with a card, as it's shown to them, and whether it waits for their approval. Pure. */
import type { RoleInBrand } from '#src/platform/slack/role.ts';
import { lastApproval } from './approvals.ts';
import type { Card } from './card.ts';
import { type CurrentApprovers, denied, isBlocked, type Permission, type Review } from './rule.ts';
import { isInReview } from './state.ts';

export interface HomeEntry {
  card: Card;
  /** `undefined` if no rule asks for approval. */
  review: Review | undefined;
  /** What this person may do with it. */
  permissions: ReadonlySet<Permission>;
}

const everyAct: readonly Permission[] = ['touch', 'decide', 'approve', 'resubmit', 'undo'];

/**
 * What a person can do with a card, as it's shown to them. What can't be determined right now is offered, and
 * decided when they press the button. `approvers`: `undefined` if no rule requires approval.
 */
export function permissionsOf(
  card: Card,
  approvers: CurrentApprovers | undefined,
  { user, role }: { user: string; role: RoleInBrand },
): ReadonlySet<Permission> {
  const may = (permission: Permission): boolean => {
    const why = denied({ approvers, role, by: user, permission }, card)?.why;
    return why === undefined || why === 'group_unavailable';
  };
  return new Set(
    everyAct.filter(
      (permission) => may(permission) && (permission !== 'undo' || lastApproval(card)?.by === user),
    ),
  );
}

/** Whether the card waits for this person: their approval would count, and they haven't given it yet. */
export function waitsFor(user: string, { card, review, permissions }: HomeEntry): boolean {
  if (!isInReview(card) || card.pending || !permissions.has('approve') || isBlocked(review)) return false;
  return !review || review.progress.complete || review.progress.open.includes(user);
}
