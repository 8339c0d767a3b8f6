import { z } from 'zod';
import type { Route } from '#sandbox/service/http/route.ts';

type Facts = Record<string, unknown>;

/** The description of the API, from the same schemas that check its requests (service-api.md, "Versioning"). */
export function describeApi(routes: Route[], url: string): Facts {
  const paths: Record<string, Facts> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Social Publishing Service API', version: '1.1.0' },
    servers: [{ url }],
    security: [{ key: [] }],
    paths,
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
  };
}

function describeRoute(route: Route): Facts {
  const message = { 'application/json': { schema: describeSchema(z.object({ message: z.string() })) } };
  return {
    summary: route.about,
    parameters: [...pathParameters(route.path), ...queryParameters(route.query)],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: describeSchema(route.body) } },
      },
    }),
    responses: {
      [route.success.status]: {
        description: route.success.about,
        ...(route.success.body && {
          content: { 'application/json': { schema: describeSchema(route.success.body) } },
        }),
      },
      401: { description: 'Missing API token.', content: message },
      403: { description: 'Invalid API token.', content: message },
      ...Object.fromEntries(
        Object.entries(route.failures).map(([status, description]) => [status, { description }]),
      ),
      429: { description: "You've exceeded the request limit.", content: message },
    },
  };
}

function pathParameters(path: string): Facts[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodObject): Facts[] {
  const { properties = {}, required = [] } = describeSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** The JSON Schema without `$schema`, which the document declares once. */
function describeSchema(schema: z.ZodType) {
  const { $schema: _dialect, ...description } = z.toJSONSchema(schema, { io: 'input' });
  return description;
}
