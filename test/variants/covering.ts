/** A covering array: a small set of combinations that contains every pair of choices. */
import { mulberry32 } from '#sandbox/mulberry32.ts';

export type Facts = Record<string, readonly unknown[]>;
export type Row = Record<string, unknown>;

interface Pair {
  facts: [string, string];
  choices: [unknown, unknown];
}

/** How many random attempts to make, keeping the smallest result. More attempts hardly help. */
const attempts = 100;

/** In an unfinished row: any choice is possible. */
const any = -1;

/** Generates rows with a choice for every fact. The same seed gives the same rows. */
export function coveringRows(facts: Facts, seed: number): Row[] {
  const chance = mulberry32(seed);
  const all = Object.values(facts);
  const sizes = all.map(({ length }) => length);
  let best: number[][] | undefined;
  for (let i = 0; i < attempts; i += 1) {
    const rows = grown(sizes, chance);
    if (!best || rows.length < best.length) best = rows;
  }
  const names = Object.keys(facts);
  return (best ?? []).map((row) =>
    Object.fromEntries(names.map((name, fact) => [name, all[fact]?.[Math.max(0, row[fact] ?? any)]])),
  );
}

/** The fact that's being added to all rows. */
interface Growth {
  fact: number;
  choices: number;
  /** The facts already in the rows, with their pairs with the new fact that are still missing. */
  others: { fact: number; choices: number; missing: Uint8Array }[];
}

/**
 * In parameter order (IPO; Lei, Tai): adds one fact after the other to the rows, those with the most choices first. Ties are broken at random.
 */
function grown(sizes: readonly number[], chance: () => number): number[][] {
  const facts = shuffled(
    sizes.map((choices, fact) => ({ fact, choices })),
    chance,
  ).sort((a, b) => b.choices - a.choices);
  const [first, ...more] = facts;
  const rows = Array.from({ length: first?.choices ?? 0 }, (_, choice) =>
    sizes.map((_, fact) => (fact === first?.fact ? choice : any)),
  );
  for (const [place, { fact, choices }] of more.entries()) {
    const others = facts.slice(0, place + 1).map((other) => ({
      ...other,
      missing: new Uint8Array(choices * other.choices).fill(1),
    }));
    const growth = { fact, choices, others };
    growEach(rows, growth, chance);
    fillUp(rows, growth);
  }
  return rows;
}

/** Gives each row the choice that covers the most missing pairs; on a tie, the one used less often. */
function growEach(rows: readonly number[][], growth: Growth, chance: () => number): void {
  const taken = Array.from({ length: growth.choices }, () => 0);
  for (const row of shuffled(rows, chance)) {
    const scored = taken.map((times, choice) => newPairs(growth, row, choice) - (times + chance()) / 1_000);
    const most = Math.max(...scored);
    if (most <= 0) continue;
    const choice = scored.indexOf(most);
    take(growth, row, choice);
    taken[choice] = (taken[choice] ?? 0) + 1;
  }
}

/** Puts the remaining pairs into rows that can still take them, or into new rows. */
function fillUp(rows: number[][], growth: Growth): void {
  const { fact, choices, others } = growth;
  for (const other of others)
    for (let choice = 0; choice < choices; choice += 1)
      for (let chosen = 0; chosen < other.choices; chosen += 1) {
        if (!other.missing[choice * other.choices + chosen]) continue;
        let row = rows.find((one) => takes(one[fact], choice) && takes(one[other.fact], chosen));
        if (!row) {
          row = Array.from({ length: rows[0]?.length ?? 0 }, () => any);
          rows.push(row);
        }
        row[other.fact] = chosen;
        take(growth, row, choice);
      }
}

const takes = (chosen: number | undefined, choice: number): boolean => chosen === choice || chosen === any;

function newPairs({ others }: Growth, row: readonly number[], choice: number): number {
  let news = 0;
  for (const { fact, choices, missing } of others) {
    const chosen = row[fact] ?? any;
    if (chosen !== any) news += missing[choice * choices + chosen] ?? 0;
  }
  return news;
}

function take({ fact, others }: Growth, row: number[], choice: number): void {
  row[fact] = choice;
  for (const { fact: other, choices, missing } of others) {
    const chosen = row[other] ?? any;
    if (chosen !== any) missing[choice * choices + chosen] = 0;
  }
}

/** Descriptions of the pairs of choices that aren't in any row. */
export function pairsMissingIn(rows: readonly Row[], facts: Facts): string[] {
  const names = Object.keys(facts);
  const met = new Set(rows.flatMap((row) => pairsIn(row, names).map(keyOf)));
  return pairsOf(facts)
    .map(keyOf)
    .filter((key) => !met.has(key));
}

/** All pairs of choices of two facts. */
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

function pairsIn(row: Row, names: string[]): Pair[] {
  return names.flatMap((name, i) =>
    names.slice(i + 1).map((other): Pair => ({ facts: [name, other], choices: [row[name], row[other]] })),
  );
}

const keyOf = ({ facts: [a, b], choices: [x, y] }: Pair): string => `${a}: ${x} with ${b}: ${y}`;

function shuffled<T>(list: readonly T[], chance: () => number): T[] {
  const left = [...list];
  for (let i = left.length - 1; i > 0; i -= 1) {
    const j = Math.floor(chance() * (i + 1));
    [left[i], left[j]] = [left[j] as T, left[i] as T];
  }
  return left;
}
