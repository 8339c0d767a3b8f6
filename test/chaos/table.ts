/** Formats the figures of a run. */
import type { Outcome } from './chaos.ts';
import { promises } from './promises.ts';

export function tableOf(outcome: Outcome): string {
  const { broken, counts, faults, killsAt, times } = outcome;
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  return [
    `seed ${outcome.seed}, ${seconds(outcome.tookMs)}`,
    section('counts', counts),
    section('killed at', killsAt),
    section('faults met', faults),
    section('times', Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, seconds(ms)]))),
    ['promises', ...[...broken].flatMap(([name, how]) => promiseLines(promises[name], how))].join('\n'),
  ].join('\n\n');
}

function promiseLines(promise: string, how: readonly string[]): string[] {
  const verdict = how.length === 0 ? 'kept  ' : 'BROKEN';
  return [`  ${verdict}  ${promise}`, ...how.map((one) => `          - ${one}`)];
}

function section(title: string, rows: Record<string, number | string>): string {
  const entries = Object.entries(rows).sort(([a], [b]) => a.localeCompare(b));
  const width = Math.max(...entries.map(([name]) => name.length), 0);
  return [
    title,
    ...entries.map(([name, value]) => `  ${name.padEnd(width)}  ${String(value).padStart(7)}`),
  ].join('\n');
}
