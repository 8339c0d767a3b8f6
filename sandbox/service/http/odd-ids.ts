import type { Answer } from '#sandbox/service/http/answer.ts';
import type { RouterRequest } from '#sandbox/service/http/router.ts';

/**
 * Opaque IDs as a real service could have: too long for an option value, a block ID, or a path built by hand, containing every
 * common separator, and different only at the end.
 */
const oddness = `{id}: 100% "é" 🙂 ../a?b=c&d#e+f, ${'x'.repeat(300)}`;

/** Response properties that contain an ID. */
const idNames = new Set(['id', 'postId', 'postGroupId', 'campaignId', 'brandId']);

/** Replaces every ID in a response with an odd one. */
export function withOddIds(answer: Answer): Answer {
  return 'body' in answer ? { ...answer, body: mapped(answer.body, oddIn) } : answer;
}

const oddIn = (value: string, name: string | undefined): string =>
  name !== undefined && idNames.has(name) ? oddness + value : value;

/** Restores the service's own IDs in a request. IDs from elsewhere stay as they are. */
export function withPlainIds(request: RouterRequest): RouterRequest {
  const { path, query, rawBody } = request;
  return {
    ...request,
    path: path
      .split('/')
      .map((part) => encodeURIComponent(plain(decodeURIComponent(part))))
      .join('/'),
    query: new URLSearchParams([...query].map(([name, value]): [string, string] => [name, plain(value)])),
    rawBody: rawBody && JSON.stringify(mapped(JSON.parse(rawBody), plain)),
  };
}

const plain = (value: string): string => (value.startsWith(oddness) ? value.slice(oddness.length) : value);

/** A copy of the value with all strings mapped. `name`: the property that holds the string. */
function mapped(
  value: unknown,
  change: (text: string, name: string | undefined) => string,
  name?: string,
): unknown {
  if (typeof value === 'string') return change(value, name);
  if (Array.isArray(value)) return value.map((one) => mapped(one, change, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, change, key)]));
}
