import type { z } from 'zod';
import type { Answer } from '#sandbox/service/http/answer.ts';
import { compilePath } from '#sandbox/service/http/pattern.ts';
import type { Route } from '#sandbox/service/http/route.ts';
import { badRequest, invalid, notFound, Problem } from '#sandbox/service/problem.ts';

export type RouterRequest = {
  method: string;
  /** Relative to the base address. */
  path: string;
  query: URLSearchParams;
  contentType: string | undefined;
  rawBody: string;
};

/** Finds the route, checks the request against its schemas and runs it. */
export function createRouter(routes: Route[]): (request: RouterRequest) => Answer {
  const table = routes.map((route) => ({ route, read: compilePath(route.path) }));
  return (request) => {
    const here = table.flatMap(({ route, read }) => {
      const params = read(request.path);
      return params ? [{ route, params }] : [];
    });
    if (here.length === 0) throw notFound(`There is no ${request.path} here.`);
    const found = here.find(({ route }) => route.method === request.method);
    if (!found) {
      const allow = here.map(({ route }) => route.method).join(', ');
      throw new Problem(405, `${request.path} takes ${allow}.`, { Allow: allow });
    }
    const { route, params } = found;
    const query = check(route.query, readQuery(request.query), 'query');
    const body = route.body && check(route.body, readBody(request), 'body');
    return route.run({ params, query, body });
  };
}

function readQuery(given: URLSearchParams): Record<string, string> {
  for (const name of new Set(given.keys())) {
    if (given.getAll(name).length > 1) throw badRequest(`query: "${name}" is given more than once.`);
  }
  return Object.fromEntries(given);
}

function readBody({ contentType, rawBody }: RouterRequest): unknown {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
    throw new Problem(415, 'Requests with a body send Content-Type: application/json.');
  }
  try {
    return JSON.parse(rawBody);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}

/** Unknown names and invalid queries are 400. Invalid body values are 422. */
function check(schema: z.ZodObject, value: unknown, part: 'query' | 'body'): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  const issue = unknown ?? issues[0];
  const where = issue?.path.join('.') || part;
  const message = `${where}: ${issue?.message ?? 'not valid'}`;
  throw part === 'query' || unknown ? badRequest(message) : invalid(message);
}
