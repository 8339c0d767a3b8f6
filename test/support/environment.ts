/**
 * The environment of processes that tests start: only the paths of programs and of the compile cache. Everything else comes from settings.
 */
export const environment: Record<string, string> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
