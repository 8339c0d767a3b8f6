import type { SharedDeps } from './command.ts';

/** What `read` gives, or `otherwise` with a line in the log, where doing without it is better than no answer. */
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
