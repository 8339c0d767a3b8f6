/** A brand whose posts end every process that reads them: it is set aside for a while, and all others are watched on. */
import type { JobDeps } from './deps.ts';
import type { Retriable } from './job.ts';

interface OfBrand {
  workspace: string;
  brand: string;
}

/** So many looks in a row that died with their process are no chance any more. */
const deathsAtMost = 5;

/** Up to twice as long: brands that died with the poisoned one are to come back without it. */
const deadlyPauseMs = 300_000;

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
  if (deaths >= deathsAtMost) throw new Deadly(`${deaths} processes in a row died while they read its posts`);
  try {
    return await look();
  } finally {
    await deps.watchMemory.ends(workspace, brand);
  }
}

/**
 * After deaths nobody looks at the brand for minutes, and then once: one more death sets it aside again. Attempts that failed
 * say nothing about the brand, since a watch counts those of its whole life: the next round queues it again.
 */
export async function setAside(deps: JobDeps, { workspace, brand }: OfBrand, cause: Error): Promise<void> {
  if ((cause as Retriable).retry !== false) return;
  const pauseMs = Math.round(deadlyPauseMs * (1 + Math.random()));
  await deps.watchMemory.setAside(workspace, brand, deps.now() + pauseMs, deathsAtMost - 1);
  deps.log.error({ err: cause, workspace, brand, pauseMs }, 'a brand cannot be watched and is set aside');
}
