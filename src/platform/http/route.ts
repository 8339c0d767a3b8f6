import type { IncomingMessage, ServerResponse } from 'node:http';

/** A route as Bolt's receivers accept it. */
export interface Route {
  path: string;
  method: string | string[];
  handler(request: IncomingMessage, response: ServerResponse): void;
}

/** A check. Returns what's wrong, or nothing if all is well. */
export type Check = () => Promise<string | undefined>;

/** What's wrong, by the names of the checks that found it. */
export async function runChecks(checks: Readonly<Record<string, Check>>): Promise<Record<string, string>> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const wrong = await check().catch((cause: unknown) =>
        cause instanceof Error ? cause.message : String(cause),
      );
      return wrong === undefined ? [] : [[name, wrong] as const];
    }),
  );
  return Object.fromEntries(results.flat());
}
