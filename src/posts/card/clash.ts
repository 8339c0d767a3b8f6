/** Posts of a brand that are published on the same network close to each other. Pure. */
import { networkName, networksShown } from '#src/platform/publishing-api/networks.ts';
import { type Post, takesSlot } from '#src/platform/publishing-api/post.ts';
import type { Card } from './card.ts';
import { plannedFor } from './content.ts';
import { firstVersionOf, goesOut } from './versions.ts';

/** A post with the time at which it's published. */
export interface PlannedPost {
  /** Epoch ms. */
  at: number;
  caption: string;
  /** The names of its profiles' networks, as far as the profiles' names tell. */
  networks: string[];
  /** Absent: it has no card. */
  card?: Card;
  /** Its id in the service, if the service says it. */
  postId?: string;
  /** The id that its card will have, if it's the next occurrence of a recurring post and not created yet. */
  recurring?: string;
}

/** A card's post and its planned time; `undefined` if it has none. */
export function plannedOnCard(card: Card): PlannedPost | undefined {
  const at = plannedFor(card);
  const { caption, profiles } = card.content;
  return at === undefined ? undefined : { at, caption, networks: networksShown(profiles), card };
}

/** A listed post and its time; `undefined` if it isn't on the service's schedule. */
export function plannedInService(post: Post): PlannedPost | undefined {
  const { id: postId, scheduledAt, caption, profiles = [] } = post;
  if (scheduledAt === undefined || !takesSlot(post)) return undefined;
  const networks = [...new Set(profiles.map(({ provider }) => networkName(provider)))];
  return { at: Date.parse(scheduledAt), caption, networks, postId };
}

/**
 * Each post once. If it has a card, the card's time counts, because the service may still have an older one.
 */
export function eachOnce(planned: readonly PlannedPost[]): PlannedPost[] {
  const onCards = new Set(planned.flatMap(({ card }) => card?.postId ?? []));
  return planned.filter(({ card, postId = '' }) => card || !onCards.has(postId));
}

/** Whether `other` is another version of the same post, and nobody has decided to publish that one, too. */
const isInstead = (card: Card | undefined, other: Card | undefined): boolean =>
  card !== undefined &&
  other !== undefined &&
  !goesOut(other) &&
  firstVersionOf(other) === firstVersionOf(card);

/**
 * Whether another of these posts is published less than `minutesApart` before or after this one on the same
 * network.
 */
export const isClose = (post: PlannedPost, all: readonly PlannedPost[], minutesApart: number): boolean =>
  clashesWith(
    post,
    all.filter((other) => other !== post),
    minutesApart,
  ).length > 0;

/**
 * The `others` that are published on one of the post's networks less than `minutesApart` minutes before or
 * after it, each with only the networks that they share.
 */
export function clashesWith(
  { at, networks, card }: PlannedPost,
  others: readonly PlannedPost[],
  minutesApart: number,
): PlannedPost[] {
  return others
    .filter((other) => Math.abs(other.at - at) < minutesApart * 60_000 && !isInstead(card, other.card))
    .map((other) => ({ ...other, networks: other.networks.filter((one) => networks.includes(one)) }))
    .filter((other) => other.networks.length > 0);
}
