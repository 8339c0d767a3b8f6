import { createHash } from 'node:crypto';

/** A seeded random number generator: the same seed gives the same numbers. */
export type Random = {
  next(): number;
  between(low: number, high: number): number;
  /** One of them; throws on an empty list. */
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
};

export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick<T>(items: readonly T[]): T {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
    shuffle: <T>(items: readonly T[]) =>
      items
        .map((item) => ({ item, rank: next() }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ item }) => item),
  };
}
