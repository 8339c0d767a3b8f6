import type { z } from 'zod';
import type { Answer } from '#sandbox/service/http/answer.ts';
import { noQuery } from '#sandbox/service/schemas.ts';

type Method = 'GET' | 'POST' | 'PATCH';

interface Success {
  status: number;
  about: string;
  /** The response body, if the contract shows it. */
  body?: z.ZodObject;
}

type RawCall = { params: Record<string, string>; query: unknown; body: unknown };

/** One endpoint; requests are checked with the schemas that openapi.json is made from. */
export type Route = {
  method: Method;
  /** Relative to the base address, with `{name}` for a parameter. */
  path: string;
  about: string;
  success: Success;
  /** Errors that the contract names for this endpoint only, by status. */
  failures: Record<number, string>;
  query: z.ZodObject;
  body: z.ZodObject | undefined;
  run(call: RawCall): Answer;
};

type Declaration<Query extends z.ZodObject, Body extends z.ZodObject> = {
  method: Method;
  path: string;
  about: string;
  success: Success;
  failures?: Record<number, string>;
  query?: Query;
  body?: Body;
  handle(call: { params: Record<string, string>; query: z.output<Query>; body: z.output<Body> }): Answer;
};

/** Infers the handler's query and body types from the schemas. */
export function defineRoute<Query extends z.ZodObject, Body extends z.ZodObject>(
  route: Declaration<Query, Body>,
): Route {
  const { method, path, about, success } = route;
  return {
    method,
    path,
    about,
    success,
    failures: route.failures ?? {},
    query: route.query ?? noQuery,
    body: route.body,
    // the router has already parsed both with these schemas
    run: ({ params, query, body }) =>
      route.handle({ params, query: query as z.output<Query>, body: body as z.output<Body> }),
  };
}
