/** Chance that can be had again: the same seed gives the same numbers, on any machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number below this. */
  below(count: number): number;
  pick<T>(from: readonly T[]): T;
  /** True this often, from 0 to 1. */
  often(share: number): boolean;
  /** A stream of its own, so that what is drawn there moves nothing here. */
  stream(name: string): Random;
}

export function createRandom(seed: string): Random {
  let state = hash(seed);
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
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
