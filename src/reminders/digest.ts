/**
 * The content of a brand's digest: what waits, what is published today, what was published, and what failed.
 * Pure.
 */

import { isGoingOut, isOnSchedule, isPublished, type Post } from '#src/platform/publishing-api/post.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { failedAt, isUndecided, onHomes } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { placeByTime } from '#src/posts/card/content.ts';
import { isScheduled, wasPublished } from '#src/posts/card/state.ts';

/** How many rows of each section are shown. */
export const digestRows = 8;

/** A post with its time, and its card if it has one. */
interface Timed {
  /** UTC. */
  at: string;
  caption: string;
  card?: Card;
}

export interface Digest {
  /** Its name is empty if it can't be read. */
  brand: Named;
  /** When the digest was made (epoch ms). */
  at: number;
  /** The IANA zone in which times are shown. */
  zone: string;
  /**
   * The cards that wait, by requested time and then by how long they have waited. `names`: some of the people
   * they wait for, and `more`: how many others, only for rows that are shown. A name that can't be read is
   * `undefined`.
   */
  waiting: { card: Card; names: (string | undefined)[]; more: number }[];
  scheduled: Timed[];
  published: Timed[];
  /** Failed in the same period as `published`, and still open. */
  failed: Card[];
  /** How many posts failed before that, and still need someone. */
  failedBefore: number;
  /**
   * Where the period of `published` begins: at the end of the last digest's period, or else with the previous
   * weekday.
   */
  since: 'last_digest' | 'yesterday' | 'friday';
}

/**
 * The period (epoch ms) of the published posts in a digest. It begins where the period of the digest before
 * it ended.
 */
export interface Period {
  from: number;
  /** Not included. */
  until: number;
}

interface Parts {
  brand: Named;
  zone: string;
  /** Epoch ms. */
  now: number;
  period: Period;
  since: Digest['since'];
  /** When today ends (epoch ms). */
  dayEnd: number;
  /** The open and failed cards of the brand. */
  open: readonly Card[];
  /** The cards that were published in the period. */
  published: readonly Card[];
  /** Listed posts without a card; absent if the listing couldn't be read. */
  others?: readonly Post[] | undefined;
}

export function digestOf({ brand, zone, now, open, published, others = [], ...parts }: Parts): Digest {
  const { period, since, dayEnd } = parts;
  // a post that is about to be listed as published belongs to the next digest, so this one announces it
  const today = (at: string | undefined): at is string =>
    at !== undefined && Date.parse(at) >= period.until && Date.parse(at) < dayEnd;
  const scheduled = [
    ...open.flatMap((card) => {
      const at = card.content.scheduledAt;
      return isScheduled(card) && today(at) ? [{ at, caption: card.content.caption, card }] : [];
    }),
    ...others.flatMap((post) => {
      const at = post.scheduledAt;
      return isOnSchedule(post) && today(at) ? [{ at, caption: post.caption }] : [];
    }),
  ];
  const went = [
    ...published.flatMap((card) =>
      wasPublished(card) ? [{ at: card.updatedAt, caption: card.content.caption, card }] : [],
    ),
    ...others.flatMap((post) =>
      wentOut(post, period) && post.scheduledAt ? [{ at: post.scheduledAt, caption: post.caption }] : [],
    ),
  ];
  const allFailed = open
    .filter((card) => onHomes(card) === 'failed')
    .map((card) => ({ card, at: failedAt(card) }))
    .sort((a, b) => b.at - a.at);
  return {
    brand,
    at: now,
    zone,
    waiting: open
      .filter(isWaiting)
      .sort((a, b) => placeByTime(a) - placeByTime(b))
      .map((card) => ({ card, names: [], more: 0 })),
    scheduled: scheduled.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    published: went.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)),
    failed: allFailed.filter(({ at }) => at >= period.from && at < period.until).map(({ card }) => card),
    failedBefore: allFailed.filter(({ at }) => at < period.from).length,
    since,
  };
}

/**
 * Whether the post was published in the period. A published post has no other time in the listing than the
 * planned one.
 */
export function wentOut(post: Post, { from, until }: Period): boolean {
  const at = Date.parse(post.scheduledAt ?? '');
  return isPublished(post) && at >= from && at < until;
}

/** The listing shows a post as published within this time after its planned one. */
const shownWithinMs = 3_600_000;

/**
 * The end of the period: everything published before that is known. `settledAt`: until when cards are up to
 * date (epoch ms).
 */
export function endOfPeriod(others: readonly Post[], settledAt: number): number {
  const late = others.flatMap((post) => {
    const at = Date.parse(post.scheduledAt ?? '');
    return isGoingOut(post) && !isPublished(post) && at > settledAt - shownWithinMs ? [at] : [];
  });
  return Math.min(settledAt, ...late);
}

/** Whether there's nothing new to say. Earlier digests reported what failed long ago. */
export function isEmpty({ waiting, scheduled, published, failed }: Digest): boolean {
  return waiting.length + scheduled.length + published.length + failed.length === 0;
}

const isWaiting = (card: Card): boolean => isUndecided(card) && card.kind !== 'campaign';
