/** The types of `programs.mjs`, which has to stay plain JavaScript. */
export function findProgram(program: 'redis' | 'chromium', env?: NodeJS.ProcessEnv): string | undefined;
export function onPath(name: string, env?: NodeJS.ProcessEnv): string | undefined;
