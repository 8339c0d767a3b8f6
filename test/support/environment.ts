/**
 * What a process that a test starts has of this one's environment: where programs are, and the compiled code that
 * `test/run.ts` has kept. Everything else it is told by settings.
 */
export const environment: Record<string, string> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
