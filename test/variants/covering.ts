/** A covering array: few combinations of choices in which every pair of choices meets at least once. */

export type Facts = Record<string, readonly unknown[]>;
export type Row = Record<string, unknown>;

interface Pair {
  facts: [string, string];
  choices: [unknown, unknown];
}

/** Candidates for each row; more make fewer rows and take longer. */
const candidates = 40;

/**
 * Greedy, after AETG: each row is the best of some candidates, and each candidate begins with a pair that is
 * still missing and then takes, fact by fact in a random order, the choice that brings the most missing pairs.
 * The same seed gives the same rows.
 */
export function coveringRows(facts: Facts, seed: number): Row[] {
  const chance = createChance(seed);
  const names = Object.keys(facts);
  const missing = new Map(pairsOf(facts).map((pair) => [keyOf(pair), pair]));
  const rows: Row[] = [];
  while (missing.size > 0) {
    const tried = Array.from({ length: candidates }, () => candidate(facts, names, missing, chance));
    const best = tried.reduce((a, b) => (b.brings > a.brings ? b : a)).row;
    for (const pair of pairsIn(best, names)) missing.delete(keyOf(pair));
    rows.push(best);
  }
  return rows;
}

/** The pairs of choices that meet in none of the rows, in words. */
export function pairsMissingIn(rows: readonly Row[], facts: Facts): string[] {
  const names = Object.keys(facts);
  const met = new Set(rows.flatMap((row) => pairsIn(row, names).map(keyOf)));
  return pairsOf(facts)
    .map(keyOf)
    .filter((key) => !met.has(key));
}

/** Every two choices of two facts. */
export function pairsOf(facts: Facts): Pair[] {
  const all = Object.entries(facts);
  return all.flatMap(([name, choices], i) =>
    all
      .slice(i + 1)
      .flatMap(([other, others]) =>
        choices.flatMap((a) => others.map((b): Pair => ({ facts: [name, other], choices: [a, b] }))),
      ),
  );
}

function candidate(
  facts: Facts,
  names: string[],
  missing: ReadonlyMap<string, Pair>,
  chance: () => number,
): { row: Row; brings: number } {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const first = pick([...missing.values()]);
  const row: Row = { [first.facts[0]]: first.choices[0], [first.facts[1]]: first.choices[1] };
  let brings = 1;
  for (const name of shuffled(
    names.filter((one) => !(one in row)),
    chance,
  )) {
    const scored = (facts[name] ?? []).map((choice) => {
      const news = Object.entries(row).filter(([other, chosen]) =>
        missing.has(keyOf(inOrder(names, name, choice, other, chosen))),
      ).length;
      return { choice, news };
    });
    const most = Math.max(...scored.map(({ news }) => news));
    row[name] = pick(scored.filter(({ news }) => news === most)).choice;
    brings += most;
  }
  return { row, brings };
}

function pairsIn(row: Row, names: string[]): Pair[] {
  return names.flatMap((name, i) =>
    names.slice(i + 1).map((other): Pair => ({ facts: [name, other], choices: [row[name], row[other]] })),
  );
}

function inOrder(names: string[], a: string, ofA: unknown, b: string, ofB: unknown): Pair {
  return names.indexOf(a) < names.indexOf(b)
    ? { facts: [a, b], choices: [ofA, ofB] }
    : { facts: [b, a], choices: [ofB, ofA] };
}

const keyOf = ({ facts: [a, b], choices: [x, y] }: Pair): string => `${a}: ${x} with ${b}: ${y}`;

function shuffled(list: string[], chance: () => number): string[] {
  const left = [...list];
  for (let i = left.length - 1; i > 0; i -= 1) {
    const j = Math.floor(chance() * (i + 1));
    [left[i], left[j]] = [left[j] as string, left[i] as string];
  }
  return left;
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
