/** Watches the store during a run: how long work that waits is left alone. */

import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { workOf } from '#src/cards/attention.ts';
import type { Card } from '#src/cards/card.ts';
import { createEffectOf } from '#src/jobs/create.ts';
import { createCardStore } from '#src/store/cards.ts';
import { createLedger } from '#src/store/ledger.ts';

export interface Progress {
  readonly cards: ReturnType<typeof createCardStore>;
  /** The longest time in which nothing moved although something waited. */
  readonly longestPauseMs: number;
  /** The longest time that one card stood still while it was its turn. */
  readonly longestCardMs: number;
  /** What that card was. */
  readonly longestCard: string;
  /** For each kill, how long until something moved again; only kills at which work waited. */
  afterKills(at: readonly number[]): number[];
  /** The cards that wait for work or for drawing, told in words. */
  waiting(): Promise<string[]>;
  stop(): void;
}

const lookEveryMs = 200;
const workspace = 'T0PRESS';

export function watchProgress(redis: Redis, prefix: string): Progress {
  const cards = createCardStore(redis, prefix, 600_000, pino({ level: 'silent' }), 86_400_000);
  const ledger = createLedger(redis, prefix);
  const since = new Map<string, { seen: string; at: number }>();
  const moves: number[] = [];
  const waits: { from: number; to: number }[] = [];
  let longestPauseMs = 0;
  let longestCardMs = 0;
  let longestCard = '';
  let lastMove = Date.now();
  let busySince: number | undefined;

  /** What counts as a move: a write of the card, or a look for what became of its effect. */
  async function signature(card: Card): Promise<string> {
    const work = workOf(card);
    const effect =
      work === 'create'
        ? createEffectOf(card)
        : work === 'publish'
          ? `publish.${card.id}.${card.tries.publish}`
          : undefined;
    const entry = effect === undefined ? undefined : await ledger.read(workspace, effect);
    return `${card.version} ${card.drawn} ${entry?.looks ?? ''} ${entry?.sentAt ?? ''}`;
  }

  async function look(): Promise<void> {
    const waiting = await Array.fromAsync(cards.waiting(workspace, Date.now() + 60_000));
    const now = Date.now();
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
        since.set(card.id, { seen, at: now });
        moved = true;
      }
      if (workOf(card) === 'create') inLine.set(card.brand.id, (inLine.get(card.brand.id) ?? 0) + 1);
    }
    for (const card of waiting) {
      // one creation at a time in a brand: the time of who stands in line begins when it is its turn
      const inQueue = workOf(card) === 'create' && (inLine.get(card.brand.id) ?? 0) > 1;
      const known = since.get(card.id);
      if (inQueue && known) known.at = now;
      const stoodMs = now - (known?.at ?? now);
      if (stoodMs <= longestCardMs) continue;
      longestCardMs = stoodMs;
      longestCard = `${card.kind} in ${card.state}${card.pending ? ', a change under way' : ''}`;
    }
    if (moved) {
      moves.push(now);
      lastMove = now;
    }
    if (waiting.length === 0) {
      if (busySince !== undefined) waits.push({ from: busySince, to: now });
      busySince = undefined;
      lastMove = now;
    } else {
      busySince ??= now;
      longestPauseMs = Math.max(longestPauseMs, now - lastMove);
    }
  }

  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // a Redis that is away is looked at again, and the time it was away counts
    looking = looking.then(look).catch(() => {});
  }, lookEveryMs);

  return {
    cards,
    get longestPauseMs() {
      return longestPauseMs;
    },
    get longestCardMs() {
      return longestCardMs;
    },
    get longestCard() {
      return longestCard;
    },
    afterKills(at) {
      const busy = [...waits, ...(busySince === undefined ? [] : [{ from: busySince, to: Date.now() }])];
      return at.flatMap((killed) => {
        if (!busy.some(({ from, to }) => from <= killed && killed <= to)) return [];
        const next = moves.find((move) => move > killed);
        return next === undefined ? [] : [next - killed];
      });
    },
    async waiting() {
      const todo = await Array.fromAsync(cards.waiting(workspace, Date.now() + 60_000));
      return todo.map(
        ({ id, kind, state, version, drawn }) => `${kind} ${id}, ${state}, drawn ${drawn} of ${version}`,
      );
    },
    stop: () => clearInterval(timer),
  };
}
