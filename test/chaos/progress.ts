/** Watches Redis during a run, and measures how long pending work isn't processed. */

import type { Redis } from '#src/platform/redis/redis.ts';
import { dueAt, needsRendering, planPassesAt, workOf } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import { createLedger } from '#src/posts/operations/ledger.ts';
import { creationId } from '#src/posts/operations/operation.ts';
import { cardStoreIn } from '#test/support/stored.ts';
import { count } from '#views/kit/text.ts';
import { brandOf } from './channels.ts';
import type { Fleet } from './fleet.ts';
import { channelCount } from './plan.ts';
import { jobsOf, type WaitedFor } from './progress-jobs.ts';

/** A period in which nothing progressed although these cards were pending. */
interface Pause {
  ms: number;
  what: readonly string[];
}

export interface Progress {
  readonly cards: CardStore;
  readonly longestPause: Pause;
  /** The longest stall of each card, longest first. */
  stalls(): { ms: number; what: string }[];
  /** Call before Redis is killed: until `redisReturned`, nothing can continue. */
  redisLeaves(): void;
  redisReturned(): void;
  /** For each kill while work was pending: the time until it continued, or Infinity. */
  afterKills(at: readonly number[]): number[];
  /** Descriptions of the cards that wait for work or rendering. */
  waiting(): Promise<string[]>;
  stop(): void;
}

const checkEveryMs = 200;
/** A card that has waited this long may wait for a job of a killed worker, whose lock takes longer than this to expire. */
const asksForWorkersAfterMs = 2_000;
const brands = Array.from({ length: channelCount }, (_, i) => brandOf(i));
const workspace = 'T0PRESS';

/**
 * `aheadMs`: how far the clocks of the run are ahead. `hasWorker`: whether a worker is ready. A card's wait isn't measured without
 * one, because kills are timed, and on a busy machine a start takes longer than the time between two kills; `afterKills` shows
 * whether a worker is back in time. `diedAt`: when the worker of this name was killed (epoch ms), if it was. The wait of cards whose
 * jobs it ran is then measured from there.
 */
export function watchProgress(
  redis: Redis,
  prefix: string,
  aheadMs: number,
  { hasWorker, diedAt }: Pick<Fleet, 'hasWorker' | 'diedAt'>,
  asksAfterMs = asksForWorkersAfterMs,
): Progress {
  const runNow = (): number => Date.now() + aheadMs;
  const cards = cardStoreIn(redis, prefix);
  const ledger = createLedger(redis, prefix, []);
  const since = new Map<string, { seen: string; at: number; deaths: number }>();
  const aways: { from: number; to: number }[] = [];
  let awaySince: number | undefined;
  const moves: number[] = [];
  const waits: { from: number; to: number }[] = [];
  let longestPause: Pause = { ms: 0, what: [] };
  const longestWaits = new Map<string, { ms: number; what: string }>();
  let lastChange = Date.now();
  let lastCheck = lastChange;
  let busySince: number | undefined;

  /** What counts as progress: a change of the card, or an attempt to reconcile its operation. */
  async function signature(card: Card): Promise<string> {
    const work = workOf(card);
    const operation =
      work === 'create'
        ? creationId(card)
        : work === 'publish'
          ? `publish.${card.id}.${card.attempts.publish}`
          : undefined;
    const entry = operation === undefined ? undefined : await ledger.read(workspace, operation);
    return `${card.version} ${card.renderedVersion} ${entry?.sentAt ?? ''} ${entry?.endedAt ?? ''}`;
  }

  /** Cards that wait for the service, and for the bot to notice the result. */
  async function watched(): Promise<Card[]> {
    const all = brands.map(({ id }) => cards.watched(workspace, id, runNow()));
    return (await Promise.all(all))
      .flat()
      .filter((card) => !waitsForWork(card))
      .filter((card) => card.state === 'generating' || card.unverified || dueAt(card) <= runNow());
  }

  /** Cards that wait for work or rendering, except those rendered again only when their scheduled time passes. */
  async function todo(): Promise<Card[]> {
    const all = await Array.fromAsync(cards.waiting(workspace, runNow() + 60_000));
    return all.filter((card) => waitsForWork(card) || (planPassesAt(card) ?? 0) <= runNow());
  }

  async function check(): Promise<void> {
    const waiting = [...(await todo()), ...(await watched())];
    const now = Date.now();
    if (!hasWorker()) for (const known of since.values()) known.at += now - lastCheck;
    lastCheck = now;
    const inLine = new Map<string, number>();
    let moved = false;
    const here = new Set(waiting.map(({ id }) => id));
    for (const id of since.keys()) {
      if (here.has(id)) continue;
      since.delete(id);
      moved = true;
    }
    for (const card of waiting) {
      const seen = await signature(card);
      const known = since.get(card.id);
      if (known?.seen !== seen) {
        since.set(card.id, { seen, at: now, deaths: 0 });
        moved = true;
      }
      if (workOf(card) === 'create') inLine.set(card.brand.id, (inLine.get(card.brand.id) ?? 0) + 1);
    }
    for (const card of waiting) {
      // a brand creates one post at a time, so a queued card's time starts when it's first
      const inQueue = workOf(card) === 'create' && (inLine.get(card.brand.id) ?? 0) > 1;
      const known = since.get(card.id);
      if (!known) continue;
      if (inQueue) known.at = now;
      // it has to be checked once its time has come
      else if (card.state === 'scheduled' && !waitsForWork(card))
        known.at = Math.max(known.at, dueAt(card) - aheadMs);
      let jobs: WaitedFor[] = [];
      if (now - known.at > asksAfterMs) {
        jobs = await jobsOf(redis, prefix, card);
        const died = Math.max(
          ...jobs.map(({ worker }) => (worker === undefined ? undefined : diedAt(worker)) ?? 0),
        );
        if (died > known.at) {
          known.at = died;
          known.deaths += 1;
        }
      }
      const ms = now - known.at;
      if (ms <= (longestWaits.get(card.id)?.ms ?? 0)) continue;
      const under = card.pending ? ', a pending change' : '';
      const rendered = needsRendering(card) ? ', not rendered' : '';
      const how = jobs.map((job) => `${job.name} ${job.runs}/${job.failures}`).join(', ');
      const before = `${count(known.deaths, 'worker')} killed before; runs/failures of its jobs: ${how}`;
      const what = `${card.kind} ${card.id} in ${card.state}${under}${rendered} (${before})`;
      longestWaits.set(card.id, { ms, what });
    }
    if (moved) {
      moves.push(now);
      lastChange = now;
    }
    if (waiting.length === 0) {
      if (busySince !== undefined) waits.push({ from: busySince, to: now });
      busySince = undefined;
      lastChange = now;
    } else {
      busySince ??= now;
      longestPause = longerOf(longestPause, now - lastChange, waiting);
    }
  }

  let checking = false;
  const timer = setInterval(async () => {
    if (checking || awaySince !== undefined) return;
    checking = true;
    // the last one before Redis is killed can fail
    await check().catch(() => {});
    checking = false;
  }, checkEveryMs);

  return {
    cards,
    redisLeaves() {
      awaySince = Date.now();
    },
    redisReturned() {
      const to = Date.now();
      aways.push({ from: awaySince ?? to, to });
      awaySince = undefined;
      for (const known of since.values()) known.at = to;
      lastChange = to;
    },
    get longestPause() {
      return longestPause;
    },
    stalls: () => [...longestWaits.values()].sort((a, b) => b.ms - a.ms),
    afterKills(at) {
      const busy = [...waits, ...(busySince === undefined ? [] : [{ from: busySince, to: Date.now() }])];
      return at.flatMap((killed) => {
        if (!busy.some(({ from, to }) => from <= killed && killed <= to)) return [];
        const next = moves.find((move) => move > killed);
        const away = aways.find(({ from, to }) => from <= (next ?? to) && killed <= to);
        return [next === undefined ? Number.POSITIVE_INFINITY : next - Math.max(killed, away?.to ?? 0)];
      });
    },
    async waiting() {
      return (await todo()).map(describeCard);
    },
    stop: () => clearInterval(timer),
  };
}

const longerOf = (known: Pause, ms: number, waiting: readonly Card[]): Pause =>
  ms > known.ms ? { ms, what: waiting.map(describeCard) } : known;

const describeCard = ({ id, kind, state, version, renderedVersion }: Card): string =>
  `${kind} ${id}, ${state}, drawn ${renderedVersion} of ${version}`;

/** Whether a card waits for work or rendering. */
const waitsForWork = (card: Card): boolean => workOf(card) !== undefined || needsRendering(card);
