import type { World } from '../world.ts';

/** How a test names what it waits for: words in it, a pattern, or a function. */
export type Match = string | RegExp | ((text: string) => boolean);

export function matches(match: Match | undefined, text: string): boolean {
  if (match === undefined) return true;
  if (typeof match === 'string') return text.includes(match);
  // `search` leaves the state of global patterns alone
  return match instanceof RegExp ? text.search(match) >= 0 : match(text);
}

export function describeMatch(match: Match | undefined): string {
  if (match === undefined) return '';
  return typeof match === 'function' ? ' that fits' : ` that fits ${String(match)}`;
}

export interface WaitOptions {
  world: World;
  /** How long to wait now. */
  driverTimeoutMs(): number;
}

/** Waits for the probe to find something: looks now and after every change, until the deadline. */
export async function waitUntil<Found>(
  { world, driverTimeoutMs }: WaitOptions,
  probe: () => Found | undefined,
  description: string,
  describeActual: () => string,
): Promise<Found> {
  const now = probe();
  if (now !== undefined) return now;
  const withinMs = driverTimeoutMs();
  const { promise, resolve, reject } = Promise.withResolvers<Found | undefined>();
  const stop = world.onChange(() => {
    try {
      const found = probe();
      if (found !== undefined) resolve(found);
    } catch (cause) {
      reject(cause);
    }
  });
  const deadline = setTimeout(() => resolve(undefined), withinMs);
  try {
    const found = await promise;
    if (found !== undefined) return found;
    // here and not in the timer, so that its stack has the line of the test
    throw new Error(`Waited ${withinMs} ms for ${description}. There was: ${describeActual() || 'nothing'}`);
  } finally {
    clearTimeout(deadline);
    stop();
  }
}
