/** Reads fields of what the service sent, without assuming anything about their types. */
export type Fields = Record<string, unknown>;

export function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The first of these fields that's there and not null. */
export function firstOf(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) if (fields[name] !== undefined && fields[name] !== null) return fields[name];
  return undefined;
}

/** The first of these fields that's a non-empty text. */
export function textOf(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}

/** Ids are opaque strings; a number becomes its digits. */
export function idOf(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  }
  return undefined;
}

export function listOf(fields: Fields, names: readonly string[]): unknown[] | undefined {
  for (const name of names) {
    const value = fields[name];
    if (Array.isArray(value)) return value;
  }
  return undefined;
}

/** An http or https address; people click it and Slack loads it. */
export function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  return /^https?:$/.test(new URL(value).protocol) ? value : undefined;
}

/** The names of the fields, never their values, for logs. */
export function fieldNames(value: unknown): string[] {
  if (Array.isArray(value)) return [`list of ${value.length}`];
  const fields = asFields(value);
  if (!fields) return [value === null ? 'null' : typeof value];
  return Object.keys(fields)
    .slice(0, 20)
    .map((name) => name.slice(0, 40));
}
