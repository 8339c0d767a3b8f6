import type { IncomingMessage, ServerResponse } from 'node:http';

/** A route as Bolt's receivers accept it. */
export interface Route {
  path: string;
  method: string | string[];
  handler(request: IncomingMessage, response: ServerResponse): void;
}

/** A check that returns what's wrong, or nothing if all is well. */
export type Check = () => Promise<string | undefined>;
