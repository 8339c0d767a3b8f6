/** Watches the store during a run: how long work that waits is left alone. */

import { pino } from 'pino';
import type { Redis } from '#src/platform/redis/redis.ts';
import { dueAt, needsRendering, planPassesAt, workOf } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { createCardStore } from '#src/posts/card-store.ts';
import { createLedger } from '#src/posts/operations/ledger.ts';
import { creationId } from '#src/posts/operations/operation.ts';
import { brandOf } from './channels.ts';
import { channelCount } from './plan.ts';
import { jobsOf, type WaitedFor } from './progress-jobs.ts';

/** Nothing moved although these cards waited. */
interface Pause {
  ms: number;
  what: readonly string[];
}

export interface Progress {
  readonly cards: ReturnType<typeof createCardStore>;
  readonly longestPause: Pause;
  /** For each card the longest time that it stood still while it was its turn, the longest first. */
  stalls(): { ms: number; what: string }[];
  /** Redis was away since `from` (epoch ms) and comes back now: from here on something has to move. */
  redisReturned(from: number): void;
  /** For each kill, how long until something moved again, infinite: never; only kills at which work waited. */
  afterKills(at: readonly number[]): number[];
  /** The cards that wait for work or for drawing, told in words. */
  waiting(): Promise<string[]>;
  stop(): void;
}

const checkEveryMs = 200;
/** After so long what a killed worker left is taken up by another one. */
const recoveredMs = 8_500;
const brands = Array.from({ length: channelCount }, (_, i) => brandOf(i));
const workspace = 'T0PRESS';

/**
 * `aheadMs`: how far the clocks of the run are ahead. `hasWorker`: whether one is there to go on with anything. A card's
 * time doesn't run without one, since kills come by the clock, and on a busy machine a start takes longer than the pause
 * between two of them. That a worker comes back in time is what `afterKills` shows.
 */
export function watchProgress(
  redis: Redis,
  prefix: string,
  aheadMs: number,
  hasWorker: () => boolean,
): Progress {
  const runNow = (): number => Date.now() + aheadMs;
  const cards = createCardStore(redis, prefix, 600_000, pino({ level: 'silent' }), 86_400_000);
  const ledger = createLedger(redis, prefix, []);
  const since = new Map<string, { seen: string; at: number; died: number }>();
  const aways: { from: number; to: number }[] = [];
  const moves: number[] = [];
  const waits: { from: number; to: number }[] = [];
  let longestPause: Pause = { ms: 0, what: [] };
  const stood = new Map<string, { ms: number; what: string }>();
  let lastChange = Date.now();
  let lastCheck = lastChange;
  let busySince: number | undefined;

  /** What counts as a move: a write of the card, or a look for what became of its effect. */
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

  /** What waits for the service, and for us to see what became of it there. */
  async function watched(): Promise<Card[]> {
    const all = brands.map(({ id }) => cards.watched(workspace, id, runNow()));
    return (await Promise.all(all))
      .flat()
      .filter((card) => !waitsForWork(card))
      .filter((card) => card.state === 'generating' || card.unverified || dueAt(card) <= runNow());
  }

  /** What waits for work or for drawing, without cards that are only drawn again once their planned time passes. */
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
        since.set(card.id, { seen, at: now, died: 0 });
        moved = true;
      }
      if (workOf(card) === 'create') inLine.set(card.brand.id, (inLine.get(card.brand.id) ?? 0) + 1);
    }
    for (const card of waiting) {
      // one creation at a time in a brand: the time of who stands in line begins when it is its turn
      const inQueue = workOf(card) === 'create' && (inLine.get(card.brand.id) ?? 0) > 1;
      const known = since.get(card.id);
      if (!known) continue;
      if (inQueue) known.at = now;
      // it has to be looked at from its time on
      else if (card.state === 'scheduled' && !waitsForWork(card))
        known.at = Math.max(known.at, dueAt(card) - aheadMs);
      // a second kill hit what was about to go on: the time begins with it
      let jobs: WaitedFor[] = [];
      if (now - known.at > recoveredMs) {
        jobs = await jobsOf(redis, prefix, card);
        const died = jobs.reduce((sum, { deaths }) => sum + deaths, 0);
        if (died > known.died) known.at = Math.max(known.at, now - recoveredMs);
        known.died = Math.max(died, known.died);
      }
      const ms = now - known.at;
      if (ms <= (stood.get(card.id)?.ms ?? 0)) continue;
      const under = card.pending ? ', a change under way' : '';
      const rendered = needsRendering(card) ? ', not drawn' : '';
      const how = jobs.map((job) => `${job.name} ${job.runs}/${job.failures}/${job.deaths}`).join(', ');
      const what = `${card.kind} ${card.id} in ${card.state}${under}${rendered} (runs/failures/deaths: ${how})`;
      stood.set(card.id, { ms, what });
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
    if (checking) return;
    checking = true;
    // a Redis that is away is looked at again, and the time it was away counts
    await check().catch(() => {});
    checking = false;
  }, checkEveryMs);

  return {
    cards,
    redisReturned(from) {
      const to = Date.now();
      aways.push({ from, to });
      for (const known of since.values()) known.at = to;
      lastChange = to;
    },
    get longestPause() {
      return longestPause;
    },
    stalls: () => [...stood.values()].sort((a, b) => b.ms - a.ms),
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

/** It is in the index of what waits for work or for drawing. */
const waitsForWork = (card: Card): boolean => workOf(card) !== undefined || needsRendering(card);
