/** A covering array: a small set of combinations that contains every pair of choices. */
type Facts = Record<string, readonly unknown[]>;
type Row = Record<string, unknown>;

const pair = (fact: string, choice: unknown, other: string, chosen: unknown): string =>
  `${fact}: ${choice} with ${other}: ${chosen}`;

/**
 * Rows with a choice for every fact. In parameter order (IPO; Lei, Tai): adds one fact after the other to the rows, those with the most
 * choices first. The first row has the last choice of each, so with the service's variants no default.
 */
export function coveringRows(facts: Facts): Row[] {
  const rows: Row[] = [];
  const reversed = Object.entries(facts).map(([fact, choices]) => [fact, choices.toReversed()] as const);
  const sorted = reversed.toSorted(([, a], [, b]) => b.length - a.length);
  for (const [place, [fact, choices]] of sorted.entries()) {
    const earlier = sorted.slice(0, place);
    const missing = new Set(pairsOf(Object.fromEntries(earlier), { [fact]: choices }));
    const newPairs = (row: Row, choice: unknown): string[] =>
      earlier.map(([other]) => pair(other, row[other], fact, choice)).filter((one) => missing.has(one));
    const take = (row: Row, choice: unknown): void => {
      for (const one of newPairs(row, choice)) missing.delete(one);
      row[fact] = choice;
    };
    // each row takes the choice that covers the most missing pairs
    for (const row of rows) {
      const sizes = choices.map((choice) => newPairs(row, choice).length);
      const most = Math.max(...sizes);
      if (most > 0) take(row, choices[sizes.indexOf(most)]);
    }
    // the remaining pairs go into rows that can still take them, or into new rows
    for (const [other, others] of earlier)
      for (const chosen of others)
        for (const choice of choices) {
          if (!missing.has(pair(other, chosen, fact, choice))) continue;
          const fits = (row: Row) => (row[fact] ?? choice) === choice && (row[other] ?? chosen) === chosen;
          const row = rows.find(fits) ?? {};
          if (!rows.includes(row)) rows.push(row);
          row[other] = chosen;
          take(row, choice);
        }
  }
  return rows.map((row) => Object.fromEntries(reversed.map(([fact, [last]]) => [fact, row[fact] ?? last])));
}

/** All pairs of choices of two facts, or of a fact and one of `others`. */
export function pairsOf(facts: Facts, others?: Facts): string[] {
  const all = Object.entries(facts);
  return all.flatMap(([fact, choices], i) =>
    Object.entries(others ?? Object.fromEntries(all.slice(i + 1))).flatMap(([other, chosen]) =>
      choices.flatMap((choice) => chosen.map((one) => pair(fact, choice, other, one))),
    ),
  );
}

/** The pairs of choices that aren't in any row. */
export function pairsMissingIn(rows: readonly Row[], facts: Facts): string[] {
  const single = (row: Row): Facts =>
    Object.fromEntries(Object.keys(facts).map((fact) => [fact, [row[fact]]]));
  const met = new Set(rows.flatMap((row) => pairsOf(single(row))));
  return pairsOf(facts).filter((one) => !met.has(one));
}
