/** The body of a 2xx answer as JSON. */
import { readJson } from '#src/platform/json.ts';
import { type Endpoint, notJson } from '#src/platform/publishing-api/failures.ts';
import { asFields, type Fields } from '#src/platform/publishing-api/fields.ts';
import type { Answer } from '#src/platform/publishing-api/send.ts';

/** Throws a `shape` error for an empty, HTML, truncated or malformed body. */
export function readBody(endpoint: Endpoint, answer: Answer): unknown {
  const text = withoutMark(answer.text);
  if (text.trim() === '') throw notJson(endpoint, answer, 'an empty body');
  if (looksLikeHtml(text)) throw notJson(endpoint, answer, 'an HTML page');
  const body = readJson(text);
  if (body === undefined) throw notJson(endpoint, answer, "a body that isn't valid JSON");
  return body;
}

/** The JSON of a write that was accepted, whatever its answer says; `undefined` if it can't be parsed. */
export const readIfJson = (text: string): unknown => readJson(withoutMark(text));

/** The record itself, and the objects under these names inside it: the fields can be in any of them. */
export function placesOf(body: unknown, places: readonly string[]): Fields[] {
  const top = asFields(body);
  if (!top) return [];
  return [top, ...places.map((place) => asFields(top[place]))].filter((fields) => fields !== undefined);
}

export function looksLikeHtml(text: string): boolean {
  return /^\s*<(!doctype|html|head|body|title|\?xml)\b/i.test(text);
}

export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
