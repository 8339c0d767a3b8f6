import type { SharedDeps } from './command.ts';

/**
 * What `read` gives, or `otherwise` where that fails and doing without it is better than no answer. The log says `problem` then, with what
 * it's about.
 */
export async function orElse<T>(
  { log }: Pick<SharedDeps, 'log'>,
  otherwise: T,
  { problem, ...about }: { problem: string; brand?: string },
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    log.warn({ err: cause, ...about }, problem);
    return otherwise;
  }
}
