import type { SharedDeps } from './command.ts';

/** The result of `read`, or `otherwise` and a line in the log, for things that people can do without. */
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
