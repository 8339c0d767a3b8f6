const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `1 day and 3 hours`, rounded to the minute; empty: not ahead. */
export function aheadText(aheadMs: number): string {
  let rest = Math.round(aheadMs / 60_000) * 60_000;
  const parts = units.flatMap(([unit, ms]) => {
    const count = Math.floor(rest / ms);
    rest -= count * ms;
    return count > 0 ? [`${count} ${unit}${count === 1 ? '' : 's'}`] : [];
  });
  return parts.slice(0, 2).join(' and ');
}
