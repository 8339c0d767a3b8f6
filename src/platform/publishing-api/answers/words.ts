/** The service's own words in an answer that says no, in any of the shapes of service-evidence.md. */
import { asFields } from '#src/platform/publishing-api/fields.ts';

const longest = 300;

/** As much of a text is looked at: what people are told stands at its beginning, and tags are searched for in all of it. */
const readAtMost = 10_000;

/** Deeper than any of these shapes: what nests forever must not end in an overflow of the stack. */
const deepest = 5;

/** Plain text of at most 300 characters without the key; `undefined` where it says nothing. */
export function readWords(body: string, key: string, names: readonly string[]): string | undefined {
  const words = plain(wordsIn(parse(body), names)).replaceAll(key, '…');
  if (words === '') return undefined;
  const characters = [...words];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : words;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** `{ message }`, `{ error }`, `{ error: { message } }`, `{ errors: [..] }`, or a text. */
function wordsIn(value: unknown, names: readonly string[], depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > deepest) return '';
  if (Array.isArray(value))
    return value
      .map((item) => wordsIn(item, names, depth + 1))
      .filter(Boolean)
      .join('; ');
  const fields = asFields(value);
  if (!fields) return '';
  return names.map((name) => wordsIn(fields[name], names, depth + 1)).find((words) => words !== '') ?? '';
}

function plain(text: string): string {
  return text
    .slice(0, readAtMost)
    .replace(/<(script|style|title|head)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<[a-z/!][^<>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
