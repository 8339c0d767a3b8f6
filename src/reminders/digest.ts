/** What a brand's digest says: what waits, goes out today, went out and failed. Pure. */

import { isPublished, type Post } from '#src/platform/publishing-api/post.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { isUndecided, onHomes } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { placeByTime } from '#src/posts/card/content.ts';

/** How many rows of each section are shown. */
export const digestRows = 8;

/** A post that goes out or went out: with its card, or of the service alone. */
interface Timed {
  /** UTC. */
  at: string;
  caption: string;
  card?: Card;
}

export interface Digest {
  brand: Named;
  /** When it was made (epoch ms). */
  at: number;
  /** The IANA zone that its times are shown in. */
  zone: string;
  /** By the time that is wanted, then by the longest wait; `names`: of whom they wait for, for the rows that are shown. */
  waiting: { card: Card; names: string[] }[];
  scheduled: Timed[];
  published: Timed[];
  /** Failed in the same time as `published`, and still open. */
  failed: Card[];
  /** How many failed before, and still need someone. */
  failedBefore: number;
  /** Where `published` begins: where the last digest's ended, or else when the weekday before began. */
  since: 'last_digest' | 'yesterday' | 'friday';
}

/** Where what went out is reported: each digest begins where the one before it ended (epoch ms). */
export interface Period {
  from: number;
  /** Excluded. */
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
  /** Posts of the service that have no card; absent: the listing could not be read. */
  others?: readonly Post[] | undefined;
}

export function digestOf({ brand, zone, now, open, published, others = [], ...parts }: Parts): Digest {
  const { period, since, dayEnd } = parts;
  // what is about to be seen as published is in the next digest, and announced in this one
  const today = (at: string | undefined): at is string =>
    at !== undefined && Date.parse(at) >= period.until && Date.parse(at) < dayEnd;
  const scheduled = [
    ...open.flatMap((card) => {
      const at = card.content.scheduledAt;
      return card.state === 'scheduled' && today(at) ? [{ at, caption: card.content.caption, card }] : [];
    }),
    ...others.flatMap(({ status, scheduledAt: at, caption }) =>
      status === 'scheduled' && today(at) ? [{ at, caption }] : [],
    ),
  ];
  const went = [
    ...published.flatMap((card) =>
      card.state === 'published' ? [{ at: card.updatedAt, caption: card.content.caption, card }] : [],
    ),
    ...others.flatMap((post) =>
      wentOut(post, period) && post.scheduledAt ? [{ at: post.scheduledAt, caption: post.caption }] : [],
    ),
  ];
  const allFailed = open.filter((card) => onHomes(card) === 'failed').sort(latestFirst);
  const failed = allFailed.filter(({ updatedAt }) => Date.parse(updatedAt) >= period.from);
  return {
    brand,
    at: now,
    zone,
    waiting: open
      .filter(isWaiting)
      .sort((a, b) => placeByTime(a) - placeByTime(b))
      .map((card) => ({ card, names: [] })),
    scheduled: scheduled.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    published: went.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)),
    failed,
    failedBefore: allFailed.length - failed.length,
    since,
  };
}

/** Published at a time in the period; the listing has no other time for a published post. */
export function wentOut(post: Post, { from, until }: Period): boolean {
  const at = Date.parse(post.scheduledAt ?? '');
  return isPublished(post) && at >= from && at < until;
}

/** The listing shows a post as published a while after its time, and after this at the latest. */
const shownWithinMs = 3_600_000;

/** The end of the period: everything that went out before it is known. `settledAt`: cards are up to date until then (epoch ms). */
export function endOfPeriod(others: readonly Post[], settledAt: number): number {
  const late = others.flatMap(({ status, scheduledAt }) => {
    const at = Date.parse(scheduledAt ?? '');
    return (status === 'scheduled' || status === 'publishing') && at > settledAt - shownWithinMs ? [at] : [];
  });
  return Math.min(settledAt, ...late);
}

/** There is nothing new to say; what failed long ago was said before. */
export function isEmpty({ waiting, scheduled, published, failed }: Digest): boolean {
  return waiting.length + scheduled.length + published.length + failed.length === 0;
}

const isWaiting = (card: Card): boolean => isUndecided(card) && card.kind !== 'campaign';

const latestFirst = (a: Card, b: Card): number => Date.parse(b.updatedAt) - Date.parse(a.updatedAt);
