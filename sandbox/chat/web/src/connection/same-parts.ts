/**
 * `next`, with every part that's deeply equal to the same part of `last` replaced by that one. Unchanged parts keep their
 * identity, so React doesn't re-render them. Both are JSON values.
 */
export function withSameParts<T>(last: unknown, next: T): T;
export function withSameParts(last: unknown, next: unknown): unknown {
  if (Object.is(last, next)) return last;
  if (Array.isArray(last) && Array.isArray(next)) {
    const parts = next.map((part, index) => withSameParts(last[index], part));
    return last.length === parts.length && parts.every((part, index) => part === last[index]) ? last : parts;
  }
  if (!isRecord(last) || !isRecord(next)) return next;
  const parts = Object.entries(next).map(([key, part]) => [key, withSameParts(last[key], part)] as const);
  const same = parts.every(([key, part]) => Object.hasOwn(last, key) && part === last[key]);
  return same && Object.keys(last).length === parts.length ? last : Object.fromEntries(parts);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
