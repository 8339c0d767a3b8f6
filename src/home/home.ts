/**
 * What a person's Home tab shows: which cards, in which section, and what this person can do with each. Pure.
 */

import { type Role, roleIn } from '#src/platform/slack/role.ts';
import { onHomes } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { placeByTime } from '#src/posts/card/content.ts';
import { type HomeEntry, permissionsOf, waitsFor } from '#src/posts/card/permissions.ts';
import { type CurrentApprovers, isBlocked, reviewOf } from '#src/posts/card/rule.ts';
import {
  isBeingCreated,
  isBeingPublished,
  isInReview,
  isResting,
  isScheduled,
} from '#src/posts/card/state.ts';

/**
 * In the order in which they're shown: first what can still be undone. `mine` has everything that the person
 * requested and no other section shows.
 */
export const homeSections = ['publishing', 'approve', 'problems', 'mine', 'generating', 'scheduled'] as const;
export type HomeSection = (typeof homeSections)[number];

export type Home = Record<HomeSection, HomeEntry[]>;

/**
 * `approversByBrand`: for brands whose rule asks for approval. External users see only what they requested,
 * and what a rule names them for.
 */
export function homeOf(
  cards: readonly Card[],
  { user, role, guests }: { user: string; role: Role; guests?: (brand: string) => 'look' | 'work' },
  approversByBrand: ReadonlyMap<string, CurrentApprovers>,
  now: number,
): Home {
  const entries = cards.flatMap((card): HomeEntry[] => {
    const approvers = approversByBrand.get(card.brand.id);
    const permissions = permissionsOf(card, approvers, { user, role: roleIn(role, guests?.(card.brand.id)) });
    // external users see the cards of the channels that they share, and nothing else
    if (role === 'outsider' && permissions.size === 0 && card.author !== user) return [];
    return [{ card, review: approvers && reviewOf(card, approvers, now), permissions }];
  });
  const all = (fits: (entry: HomeEntry) => boolean, order: (card: Card) => number): HomeEntry[] =>
    entries
      .filter(fits)
      .map((entry) => ({ entry, rank: order(entry.card) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ entry }) => entry);
  return {
    publishing: all(({ card }) => isBeingPublished(card), newestFirst),
    approve: all((entry) => waitsFor(user, entry), placeByTime),
    problems: all(
      (entry) => (needsSomeone(entry.card) || cannotBeApproved(entry)) && !waitsFor(user, entry),
      newestFirst,
    ),
    mine: all(({ card }) => card.author === user && card.kind !== 'found-post', newestFirst),
    generating: all(({ card }) => isBeingCreated(card), newestFirst),
    scheduled: all(({ card }) => isScheduled(card), placeByTime),
  };
}

/** Whether the post waits for approvals that nobody can complete. */
export const cannotBeApproved = ({ card, review }: HomeEntry): boolean =>
  isInReview(card) && !card.pending && isBlocked(review);

/** Whether someone has to act, even if the post is waiting for a decision again. */
function needsSomeone(card: Card): boolean {
  return onHomes(card) === 'failed' || (card.problem !== undefined && isResting(card));
}

const newestFirst = ({ createdAt }: Card): number => -Date.parse(createdAt);
