/** What a person can do with a card, as it's shown to them, and whether it waits for their approval. Pure. */
import type { RoleInBrand } from '#src/platform/slack/role.ts';
import { lastApproval } from './approvals.ts';
import type { Card } from './card.ts';
import { type CurrentApprovers, denied, isBlocked, type Permission, type Review } from './rule.ts';

export interface HomeEntry {
  card: Card;
  /** If a rule asks for approval. */
  review: Review | undefined;
  /** What this person may do with it. */
  permissions: ReadonlySet<Permission>;
}

const everyAct: readonly Permission[] = ['touch', 'decide', 'approve', 'resubmit', 'undo'];

/**
 * What a person may do with a card, as shown to them: if that can't be told right now, it's offered, and decided when
 * they press. `approvers`: if a rule requires approval.
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

/** They have neither approved nor rejected it yet, and their answer would count. */
export function waitsFor(user: string, { card, review, permissions }: HomeEntry): boolean {
  if (card.state !== 'review' || card.pending || !permissions.has('approve') || isBlocked(review))
    return false;
  return !review || review.progress.complete || review.progress.open.includes(user);
}
