/** Reading of values that came from outside, one small step at a time. */
export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; anything else reads as an empty one. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The value as a list; anything else reads as an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as a string; anything else reads as the empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The JSON value of a string, or `undefined` when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
