import type { Answer } from '#sandbox/service/http/answer.ts';
import type { RouterRequest } from '#sandbox/service/http/router.ts';

/**
 * Opaque ids as a service may well have them: too long for an option, a block or a path that somebody built by hand,
 * with every character that separates something somewhere, and different only at their end.
 */
const oddness = `{id}: 100% "é" 🙂 ../a?b=c&d#e+f, ${'x'.repeat(300)}`;

/** The properties of an answer that hold an id. */
const idNames = new Set(['id', 'postId', 'postGroupId', 'campaignId', 'brandId']);

/** The answer with every id made odd. */
export function withOddIds(answer: Answer): Answer {
  return 'body' in answer ? { ...answer, body: mapped(answer.body, oddIn) } : answer;
}

const oddIn = (value: string, name: string | undefined): string =>
  name !== undefined && idNames.has(name) ? oddness + value : value;

/** The request with the ids that the service knows; one that somebody was told elsewhere stays as it is. */
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

/** The same value, with each text in it changed; `name`: of the property that holds it. */
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
