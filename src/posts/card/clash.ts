/** Posts of a brand that are published on the same network close to each other. Pure. */
import { networkName, networksShown } from '#src/platform/publishing-api/networks.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
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
  /** Its id in the service, where that says it. */
  postId?: string;
  /** The id that its card will have: it's the next one of a recurring post, and isn't created yet. */
  recurring?: string;
}

/** `undefined` if it has no time. */
export function plannedOnCard(card: Card): PlannedPost | undefined {
  const at = plannedFor(card);
  const { caption, profiles } = card.content;
  return at === undefined ? undefined : { at, caption, networks: networksShown(profiles), card };
}

/** `undefined` if the service doesn't publish it by itself. */
export function plannedInService({
  id: postId,
  status,
  scheduledAt,
  caption,
  profiles = [],
}: Post): PlannedPost | undefined {
  if (scheduledAt === undefined || !onSchedule.has(status)) return undefined;
  const networks = [...new Set(profiles.map(({ provider }) => networkName(provider)))];
  return { at: Date.parse(scheduledAt), caption, networks, postId };
}

const onSchedule: ReadonlySet<Post['status']> = new Set(['scheduled', 'publishing', 'pending approval']);

/** Each post once: one that's being moved without the time that the service still has. */
export function eachOnce(planned: readonly PlannedPost[]): PlannedPost[] {
  const onCards = new Set(planned.flatMap(({ card }) => card?.postId ?? []));
  return planned.filter(({ card, postId = '' }) => card || !onCards.has(postId));
}

/** Another version of the post is planned for the same time, and nobody has decided that it goes out, too. */
const isInstead = (card: Card | undefined, other: Card | undefined): boolean =>
  card !== undefined &&
  other !== undefined &&
  !goesOut(other) &&
  firstVersionOf(other) === firstVersionOf(card);

/** Whether another of these posts is published less than `minutesApart` before or after this one on the same network. */
export const isClose = (post: PlannedPost, all: readonly PlannedPost[], minutesApart: number): boolean =>
  clashesWith(
    post,
    all.filter((other) => other !== post),
    minutesApart,
  ).length > 0;

/** Those of `others` that share a network with the post, with only those networks, and are published less than `minutesApart` before or after it. */
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
