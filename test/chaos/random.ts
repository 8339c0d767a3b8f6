import { mulberry32 } from '#sandbox/mulberry32.ts';

/** A seeded random number generator: the same seed gives the same numbers on any machine. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A random integer below `count`. */
  below(count: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with this probability. */
  often(share: number): boolean;
  /** An independent stream, so that using it doesn't change the other numbers. */
  stream(name: string): Random;
}

export function createRandom(seed: string): Random {
  const next = mulberry32(hash(seed));
  const random: Random = {
    next,
    below: (count) => Math.floor(next() * count),
    pick(from) {
      const picked = from[Math.floor(next() * from.length)];
      if (picked === undefined) throw new RangeError('there is nothing to pick from');
      return picked;
    },
    often: (share) => next() < share,
    stream: (name) => createRandom(`${seed}/${name}`),
  };
  return random;
}

/** FNV-1a. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (const char of text) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return h | 0;
}
