/** What the sandbox's own description of the API demands of a client that uses all of it. */
import { compilePath } from '#sandbox/service/http/pattern.ts';
import type { SandboxService } from '#sandbox/service/index.ts';

export type Sent = SandboxService['requests'][number];

export interface Demand {
  /** `POST /post/ai`, then what of it, such as `tone` and `bold`. */
  endpoint: string;
  field: string;
  value: string;
  met(request: Sent): boolean;
}

interface Schema {
  type?: string;
  enum?: string[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
}

interface Operation {
  parameters: { name: string; in: string; schema: Schema }[];
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, Schema>; required?: string[] } }>;
  };
}

/** Pages are not of the contract (service-api.md, Limits): whether and how they are asked for is an open fact. */
const paging = ['page', 'perPage', 'cursor'];

/** Every endpoint, parameter, body field, enumeration value, and both ends of every limit. */
export function demandsOf(service: SandboxService): Demand[] {
  const { paths } = service.openapi() as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      demandsOn(method.toUpperCase(), path, operation),
    ),
  );
}

function demandsOn(method: string, path: string, { parameters, requestBody }: Operation): Demand[] {
  const endpoint = `${method} ${path}`;
  const fits = compilePath(path);
  const demand = (field: string, value: string, met: (request: Sent) => boolean): Demand => ({
    endpoint,
    field,
    value,
    met: (request) => request.method === method && fits(request.path) !== undefined && met(request),
  });
  const queries = parameters
    .filter((parameter) => parameter.in === 'query' && !paging.includes(parameter.name))
    .flatMap(({ name, schema }) => [
      demand(`${name} (query)`, 'given', ({ query }) => name in query),
      ...(schema.enum ?? []).map((word) =>
        demand(`${name} (query)`, word, ({ query }) => query[name] === word),
      ),
    ]);
  const { properties = {}, required = [] } = requestBody?.content['application/json']?.schema ?? {};
  const fields = Object.entries(properties).flatMap(([name, schema]) =>
    valuesOf(schema, required.includes(name)).map(([value, met]) =>
      demand(name, value, ({ body }) => isFields(body) && name in body && met(body[name])),
    ),
  );
  return [demand('', 'called', () => true), ...queries, ...fields];
}

type Value = [value: string, met: (given: unknown) => boolean];

function valuesOf(schema: Schema, required: boolean): Value[] {
  const kinds = schema.anyOf ?? [schema];
  return [
    ['given', (given) => given !== null],
    ...kinds.flatMap((kind) => valuesOfKind(kind, required)),
    ...(schema.default === undefined
      ? []
      : [[`${schema.default}, the default`, (given: unknown) => given === schema.default] satisfies Value]),
  ];
}

function valuesOfKind(kind: Schema, required: boolean): Value[] {
  const { minimum, maximum, minLength, maxLength, maxItems } = kind;
  const long = (given: unknown): number => (typeof given === 'string' ? given.length : -1);
  const limits: [what: string, limit: number | undefined, of: (given: unknown) => unknown][] = [
    ['the least', minimum, (given) => given],
    ['the most', maximum, (given) => given],
    ['the fewest characters', minLength === 1 ? undefined : minLength, long],
    ['the most characters', maxLength, long],
    ['the most items', maxItems, (given) => Array.isArray(given) && given.length],
  ];
  return [
    ...(kind.type === 'null' ? [['null', (given: unknown) => given === null] satisfies Value] : []),
    // a switch is sent both ways; what is optional is left out instead of false
    ...(kind.type === 'boolean'
      ? (required ? [true, false] : [true]).map((on): Value => [String(on), (given) => given === on])
      : []),
    ...(kind.enum ?? []).map((word): Value => [word, (given) => given === word]),
    ...limits.flatMap(([what, limit, of]): Value[] =>
      limit === undefined ? [] : [[`${limit}, ${what}`, (given) => of(given) === limit]],
    ),
  ];
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
