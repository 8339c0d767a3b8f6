/** When to look at a brand's listing next. Pure: what is waited for in, a time out. */

import { waitedMs } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Generation } from './generation-times.ts';

/** One thing that a brand waits for. */
export interface Wait {
  /** Epoch ms. */
  since: number;
  /** How long the like of it took before (ms), in any order; empty: unknown, or no generation. */
  took: readonly number[];
}

export interface Watching {
  waits: readonly Wait[];
  /** The last look (epoch ms); `undefined`: none that is remembered. */
  lookedAt: number | undefined;
  /** The shortest pause, and the first one. */
  everyMs: number;
  /** At this age the wait ends, whatever the listing shows. */
  forMs: number;
}

const longestPauseMs = 15_000;

/**
 * How long after a read of a brand's posts the next one begins at the earliest (ms). What is asked for in between shares it: a team that
 * approves twenty posts one after the other gets five reads, and not twenty.
 */
export const readPauseMs = ({ watchEveryMs }: { watchEveryMs: number }): number => 2.5 * watchEveryMs;

/** Fewer tell nothing. */
const leastTaken = 3;

/** A pause is this share of the age, so that how late a look is stays in proportion to the wait. */
const pauseShare = 1 / 5;

/** How long to wait (ms) before the next look at what is waited for since `ageMs`; never shorter than `everyMs`. */
export function pauseAt(ageMs: number, everyMs: number): number {
  return Math.max(everyMs, Math.min(ageMs * pauseShare, longestPauseMs));
}

/** When the listing should be read (epoch ms, may be in the past): what wants it first decides, since one reading serves all. */
export function nextCheckTime(watching: Watching, now: number): number {
  return Math.min(...watching.waits.map((wait) => wantedAt(wait, watching, now)));
}

/** Not before the age that nearly none was finished at, then in pauses that grow with the age. */
function wantedAt({ since, took }: Wait, { lookedAt = 0, everyMs, forMs }: Watching, now: number): number {
  const pauseMs = pauseAt(now - since, everyMs);
  // what began after the last look has had none of its own yet
  const next = Math.max(since + earliestMs(took), lookedAt + (lookedAt < since ? everyMs : pauseMs));
  const end = since + forMs + 1;
  return now < end ? Math.min(next, end) : next;
}

/** One in twenty was faster. */
function earliestMs(took: readonly number[]): number {
  if (took.length < leastTaken) return 0;
  return took.toSorted((a, b) => a - b)[Math.floor(0.05 * (took.length - 1))] ?? 0;
}

/**
 * How long a generation took (ms) that a look at `now` sees finished: the middle between the last two looks. When
 * nobody looked before, it was faster, nobody knows by how much: a tenth less, else what is learned could only grow.
 */
export function tookMs(since: number, lookedAt: number | undefined, now: number): number {
  return lookedAt !== undefined && lookedAt > since ? (lookedAt + now) / 2 - since : (now - since) * 0.9;
}

/** What kind of generation the card waits for; `undefined`: none, or one that began nobody knows when. */
export function generationOf(card: Card): Generation | undefined {
  if (card.state !== 'generating' || card.history.some(isLookAgain(card))) return undefined;
  if (card.kind === 'ai-post') return 'post';
  return card.kind === 'campaign' || card.kind === 'campaign-post' ? 'campaign' : undefined;
}

/** A person had the wait begin again, long after the generation did. */
const isLookAgain =
  ({ watchedSince }: Card) =>
  ({ what, at }: Card['history'][number]): boolean =>
    what === 'looked again' && at === watchedSince;

/** What the cards of a brand wait for at `now` (epoch ms). A campaign's posts are generated since it began. */
export function waitsOf(cards: readonly Card[], took: Record<Generation, number[]>, now: number): Wait[] {
  return cards.map((card) => {
    const generation = generationOf(card);
    return { since: beganAt(card, cards, now), took: generation ? took[generation] : [] };
  });
}

/** When the wait for the card began (epoch ms), for a campaign's post when that of its campaign did. */
export function beganAt(card: Card, cards: readonly Card[], now: number): number {
  const campaign = card.state === 'generating' && cards.find(({ id }) => id === card.campaign);
  return now - Math.max(0, waitedMs(campaign || card, now));
}
