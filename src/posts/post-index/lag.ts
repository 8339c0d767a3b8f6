/**
 * The service's listing can lag behind what the service answered. Only this file decides what a read proves:
 * one that shows our change proves it at once; one that doesn't show it counts only if it began long enough
 * after the answer.
 */

import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { again, type Job, type Outcome, wakeOf } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import { isOutdated } from '#src/posts/card/outdated.ts';
import type { CardPayload } from '#src/posts/card-job.ts';
import type { Desk } from '#src/posts/ports.ts';
import { type PostIndex, ReadPending } from '#src/posts/post-index/post-index.ts';

interface Lag {
  settledAfterMs: number;
}

interface Pace {
  now(): number;
  checkEveryMs: number;
}

/** How far a listing can lag behind if no open fact says so, in units of `WATCH_INTERVAL_MS`. */
const lagInIntervals = 20;

/**
 * How long after an answer a read has to begin to be sure to show its effect: as far as listings lag, and one
 * interval more, since a request whose connection broke may arrive a moment after we noticed.
 */
export const settledAfterMs = ({ listingLag }: Pick<OpenFacts, 'listingLag'>, watchEveryMs: number): number =>
  (listingLag === undefined ? lagInIntervals * watchEveryMs : listingLag * 1_000) + watchEveryMs;

/** A read that began at `readAt` (epoch ms) shows the state at `since` (ISO) for sure. */
export const isSettled = (deps: Lag, since: string, readAt: number): boolean =>
  readAt >= verificationAfter(deps, Date.parse(since)).settledAt;

/**
 * The read that began at `readAt` (epoch ms) shows the post as it was before a change that the service just
 * accepted from here.
 */
export const isBehind = (deps: Lag, card: Card, post: Post, readAt: number): boolean =>
  isOutdated(card, post, readAt - deps.settledAfterMs);

/** When reads show an outcome. */
export interface Verification {
  /** From when on a read can show it (epoch ms). */
  from: number;
  /** If a read that began at this time or later (epoch ms) doesn't show it, it isn't there. */
  settledAt: number;
}

/** `from`: when the request was sent; `ended`: when it was answered or lost (both epoch ms). */
export const verificationAfter = (deps: Lag, from: number, ended = from): Verification => ({
  from,
  settledAt: ended + deps.settledAfterMs,
});

const longestDelayMs = 15_000;

interface NextRead {
  /**
   * As of when to read now (epoch ms): the same in every run until the next read, so that one read serves
   * them all.
   */
  asOf: number;
  nextInMs: number;
}

/** Each delay is `share` of the wait so far. One read begins as soon as it settles the matter. */
export function nextRead(deps: Pace, { from, settledAt }: Verification, share = 1): NextRead {
  const now = deps.now();
  let asOf = from;
  for (;;) {
    const delayMs = Math.min(Math.max(deps.checkEveryMs, (asOf - from) * share), longestDelayMs);
    const grown = asOf + Math.round(delayMs);
    const next = asOf < settledAt ? Math.min(grown, settledAt) : grown;
    if (next > now) return { asOf, nextInMs: next - now };
    asOf = next;
  }
}

/** For what the service does on its own since a time (ISO), however long it takes. */
export function nextReadSince(deps: Pace, since: string): NextRead {
  const from = Date.parse(since);
  return nextRead(deps, { from, settledAt: from }, 0.1);
}

/** Requests at about the same time share their reads, which are at most this old when something is sent. */
const sharedForMs = 2 * 60_000;

/** As of when to read for a request made at `requestedAt` (epoch ms). */
export function sharedAsOf({ now }: Pick<Pace, 'now'>, requestedAt: number): number {
  return requestedAt + Math.floor(Math.max(0, now() - requestedAt) / sharedForMs) * sharedForMs;
}

interface ReadDeps extends Pace {
  index: PostIndex;
}

/**
 * Whether the service shows the effect of what was sent about the card's post. Throws `ReadPending` while
 * neither is certain, and the `ServiceError` of a read that failed. `job`: queued when there is a new read.
 */
export async function reconcile(
  deps: ReadDeps,
  card: Card,
  {
    verification,
    job,
    shows,
  }: { verification: Verification; job: Job<CardPayload>; shows(post: Post): boolean },
): Promise<{ kind: 'shown'; post: Post } | { kind: 'not_shown'; post: Post | undefined }> {
  const { asOf, nextInMs } = nextRead(deps, verification);
  const wake = wakeOf(job, { workspace: card.workspace, card: card.id });
  const { post, readAt } = await deps.index.post(card, asOf, wake);
  if (post && shows(post)) return { kind: 'shown', post };
  if (readAt < verification.settledAt) throw new ReadPending(nextInMs);
  return { kind: 'not_shown', post };
}

/**
 * A read that began at `readAt` (epoch ms) didn't show the post: when to read again; `undefined`: it counts
 * as gone.
 */
export async function awaitsListing(
  deps: ReadDeps & Lag & { desk: Desk },
  card: Card,
  readAt: number,
): Promise<Outcome | undefined> {
  const { workspace, id, missingSince } = card;
  if (missingSince === undefined) {
    const missed = await deps.desk.transition(workspace, id, { type: 'note_missing' });
    // If a card can't remember since when its post is missing, it would be read forever.
    return !missed || 'refused' in missed ? undefined : again(deps.checkEveryMs);
  }
  const verification = verificationAfter(deps, Date.parse(missingSince));
  return readAt >= verification.settledAt ? undefined : again(nextRead(deps, verification).nextInMs);
}
