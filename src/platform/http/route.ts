import type { IncomingMessage, ServerResponse } from 'node:http';

/** A route in the form that Bolt's receivers accept. */
export interface Route {
  path: string;
  method: string | string[];
  handler(request: IncomingMessage, response: ServerResponse): void;
}

/** A check that returns what is wrong; nothing if all is well. */
export type Check = () => Promise<string | undefined>;
