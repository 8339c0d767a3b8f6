/** When to look at a brand's listing next. Pure: what is waited for in, a time out. */

import { waitedMs } from '#src/cards/attention.ts';
import type { Card } from '#src/cards/card.ts';
import type { Generation } from '#src/store/watching.ts';

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
  /** The share of the requests for watching that is left in this minute, from 0 to 1. */
  shareLeft: number;
  /** The shortest pause, and the first one. */
  everyMs: number;
  /** At this age the wait ends, whatever the listing shows. */
  forMs: number;
}

const longestPauseMs = 15_000;

/** Fewer tell nothing. */
const leastTaken = 3;

/** The scarcest budget makes a pause this many times as long. */
const mostStretched = 3;

/**
 * When the listing should be read (epoch ms, may be in the past): for what was never seen finished sooner, not
 * before that age; then in short pauses; for what takes longer than nearly all before it, and where nothing is
 * known, in pauses that grow with its age. What wants it first decides, since one reading serves all.
 */
export function nextLookAt(watching: Watching, now: number): number {
  return Math.min(...watching.waits.map((wait) => wantedAt(wait, watching, now)));
}

function wantedAt({ since, took }: Wait, { lookedAt = 0, shareLeft, everyMs, forMs }: Watching, now: number) {
  const ageMs = now - since;
  const known = expectation(took);
  const grownMs = known && ageMs < known.lateMs ? known.usualMs / 15 : ageMs / 10;
  const pauseMs =
    Math.min(Math.max(grownMs, everyMs), Math.max(longestPauseMs, everyMs)) * stretch(shareLeft);
  // what began after the last look has had none of its own yet
  const next = Math.max(since + (known?.earlyMs ?? 0), lookedAt + (lookedAt < since ? everyMs : pauseMs));
  const end = since + forMs + 1;
  return now < end ? Math.min(next, end) : next;
}

/** Half of the budget is plenty; below it pauses grow, so that other brands have their looks too. */
function stretch(shareLeft: number): number {
  return 1 / Math.min(1, Math.max(1 / mostStretched, 2 * shareLeft));
}

function expectation(
  took: readonly number[],
): { earlyMs: number; usualMs: number; lateMs: number } | undefined {
  if (took.length < leastTaken) return undefined;
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { earlyMs: at(0.05), usualMs: at(0.5), lateMs: at(0.95) };
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
