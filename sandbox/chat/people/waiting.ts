import type { World } from '../world.ts';

/** How a test names what it waits for: words in it, a pattern, or a function. */
export type Match = string | RegExp | ((text: string) => boolean);

export function matches(match: Match | undefined, text: string): boolean {
  if (match === undefined) return true;
  if (typeof match === 'string') return text.includes(match);
  // `search` leaves the state of global patterns alone
  return match instanceof RegExp ? text.search(match) >= 0 : match(text);
}

export function told(match: Match | undefined): string {
  if (match === undefined) return '';
  return typeof match === 'function' ? ' that fits' : ` that fits ${String(match)}`;
}

export interface Waiting {
  world: World;
  withinMs: number;
}

/** Waits for the probe to find something: looks now and after every change, until the deadline. */
export async function until<Found>(
  { world, withinMs }: Waiting,
  probe: () => Found | undefined,
  wanted: string,
  instead: () => string,
): Promise<Found> {
  const now = probe();
  if (now !== undefined) return now;
  const { promise, resolve, reject } = Promise.withResolvers<Found>();
  const stop = world.onChange(() => {
    try {
      const found = probe();
      if (found !== undefined) resolve(found);
    } catch (cause) {
      reject(cause);
    }
  });
  const deadline = setTimeout(
    () => reject(new Error(`Waited ${withinMs} ms for ${wanted}. There was: ${instead() || 'nothing'}`)),
    withinMs,
  );
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    stop();
  }
}
