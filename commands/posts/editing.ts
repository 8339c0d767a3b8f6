/** The form behind *Edit*, on a card and in the review of a campaign. */
import type { SharedDeps } from '#commands/kit/command.ts';
import { onlyPlans } from '#src/posts/card/approvals.ts';
import type { Change } from '#src/posts/card/card.ts';
import type { RequestedTransition } from '#src/posts/card/transition.ts';
import type { EditOptions } from '#views/posts/edit-modal.ts';
import type { Allowed } from './card-modal.ts';
import type { Click } from './click.ts';

/** What the form offers the person who opens it. */
export const editOptions = (deps: SharedDeps, { card, approvers }: Click): EditOptions => ({
  uploads: deps.fileAddress !== undefined,
  emptyCaption: deps.emptyCaption,
  captionLimit: deps.captionLimit,
  attachedOnly: approvers?.rule.attachedOnly,
  plans: onlyPlans(card, { approvers, approves: false }),
});

export const editTransition = (
  change: Change,
  { by, contentHash, approvers, onlyPlans }: Allowed,
): RequestedTransition => ({
  type: 'change',
  by,
  contentHash,
  approvers,
  onlyPlans,
  pending: { what: 'edit', change },
});
