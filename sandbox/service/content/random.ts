import { createHash } from 'node:crypto';
import { mulberry32 } from '#sandbox/mulberry32.ts';

/** A seeded random number generator: the same seed gives the same numbers. */
export type Random = {
  next(): number;
  between(low: number, high: number): number;
  /** One of them; throws on an empty list. */
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
};

export function createRandom(seed: string): Random {
  const next = mulberry32(createHash('sha256').update(seed).digest().readUInt32LE(0));
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
