/** Types for `programs.mjs`, which has to be plain JavaScript. */
export function findProgram(program: 'redis' | 'chromium', env?: NodeJS.ProcessEnv): string | undefined;
export function onPath(name: string, env?: NodeJS.ProcessEnv): string | undefined;
