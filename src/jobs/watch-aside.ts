/** A brand whose posts end every process that reads them: it is set aside for a while, and all others are watched on. */
import type { JobDeps } from './deps.ts';
import type { Retriable } from './job.ts';

interface OfBrand {
  workspace: string;
  brand: string;
}

/** Reads in a row that died with their process, from which on the next one waits. */
const suspiciousDeaths = 5;

/**
 * Workers that were killed for another reason can die in a row, too, so the first pause is one that nobody notices. Each further
 * death doubles it. The actual pause is up to twice as long, so that brands that died with the poisoned one come back without it.
 */
const firstPauseMs = 2_000;
const longestPauseMs = 300_000;

/** Read by the worker: the next attempt would end the same way. */
class Deadly extends Error {
  readonly retry = false;
}

/** Looks, unless too many looks at this brand died with their process: then it throws what `setAside` is told. */
export async function unlessDeadly<T>(
  deps: JobDeps,
  { workspace, brand }: OfBrand,
  look: () => Promise<T>,
): Promise<T> {
  const deaths = await deps.watchMemory.begins(workspace, brand);
  if (deaths >= suspiciousDeaths)
    throw new Deadly(`${deaths} processes in a row died while they read its posts`);
  try {
    return await look();
  } finally {
    await deps.watchMemory.ends(workspace, brand);
  }
}

/**
 * After a pause the brand is read once more, and one more death sets it aside again, for longer. Attempts that failed say nothing
 * about the brand, since a watch counts those of its whole life: the sweeper queues it again.
 */
export async function setAside(deps: JobDeps, { workspace, brand }: OfBrand, cause: Error): Promise<void> {
  if ((cause as Retriable).retry !== false) return;
  const before = await deps.watchMemory.timesAside(workspace, brand);
  const pauseMs = Math.round(Math.min(firstPauseMs * 2 ** before, longestPauseMs) * (1 + Math.random()));
  await deps.watchMemory.setAside(workspace, brand, deps.now() + pauseMs, suspiciousDeaths - 1);
  deps.log.error({ err: cause, workspace, brand, pauseMs }, 'a brand cannot be watched and is set aside');
}
