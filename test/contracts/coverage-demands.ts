/** What the service's document requires from a client that uses all of it. */
import { compilePath } from '#sandbox/service/http/pattern.ts';
import type { SandboxService } from '#sandbox/service/index.ts';
import { type Described, type DescribedEndpoint, endpoints } from './document.ts';

export type Sent = SandboxService['requests'][number];

export interface Demand {
  /** `POST /post/ai`, then what of it, such as `tone` and `bold`. */
  endpoint: string;
  field: string;
  value: string;
  met(request: Sent): boolean;
}

/** Every endpoint, parameter, body field, enumeration value, and both ends of every limit. */
export const demands: Demand[] = Object.entries(endpoints).flatMap(([endpoint, described]) =>
  demandsOn(endpoint, described),
);

function demandsOn(endpoint: string, { query = {}, body = {} }: DescribedEndpoint): Demand[] {
  const [method, path = ''] = endpoint.split(' ');
  const fits = compilePath(path);
  const demand = (field: string, value: string, met: (request: Sent) => boolean): Demand => ({
    endpoint,
    field,
    value,
    met: (request) => request.method === method && fits(request.path) !== undefined && met(request),
  });
  return [
    demand('', 'called', () => true),
    ...Object.entries(query).flatMap(([name, described]) =>
      valuesOf(described).map(([value, met]) =>
        demand(`${name} (query)`, value, (request) => name in request.query && met(request.query[name])),
      ),
    ),
    ...Object.entries(body).flatMap(([name, described]) =>
      valuesOf(described).map(([value, met]) =>
        demand(
          name,
          value,
          (request) => isFields(request.body) && name in request.body && met(request.body[name]),
        ),
      ),
    ),
  ];
}

type Value = [value: string, met: (given: unknown) => boolean];

function valuesOf(described: Described): Value[] {
  const { words = [], range, fewestCharacters, mostItems, nullable, switches = [] } = described;
  const exactly = (value: unknown, what = ''): Value => [`${value}${what}`, (given) => given === value];
  return [
    ['given', (given) => given !== null],
    ...[...words, ...switches].map((value) => exactly(value)),
    ...(nullable ? [exactly(null)] : []),
    ...(range ? [exactly(range[0], ', the least'), exactly(range[1], ', the most')] : []),
    ...(described.default === undefined ? [] : [exactly(described.default, ', the default')]),
    ...(fewestCharacters === undefined
      ? []
      : [sized(fewestCharacters, 'the fewest characters', (given) => typeof given === 'string')]),
    ...(mostItems === undefined ? [] : [sized(mostItems, 'the most items', Array.isArray)]),
  ];
}

function sized(size: number, what: string, is: (given: unknown) => boolean): Value {
  return [`${size}, ${what}`, (given) => is(given) && (given as { length: number }).length === size];
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
