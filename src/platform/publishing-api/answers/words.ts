/** The service's own words in a refusal, in any of the shapes in docs/open-facts.md. */
import { readJson } from '#src/platform/json.ts';
import { asFields } from '#src/platform/publishing-api/fields.ts';

const longest = 300;

/**
 * How much of a text is read: the message for people is at its beginning, and the whole text is searched for
 * tags.
 */
const readAtMost = 10_000;

/** Deeper than any of the shapes, so that endless nesting doesn't overflow the stack. */
const deepest = 5;

/** Plain text of at most 300 characters, without the key; `undefined` if it says nothing. */
export function readErrorWords(body: string, key: string, names: readonly string[]): string | undefined {
  const value = readJson(body);
  const words = plain(wordsIn(value === undefined ? body : value, names)).replaceAll(key, '…');
  if (words === '') return undefined;
  const characters = [...words];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : words;
}

/** Shapes: `{ message }`, `{ error }`, `{ error: { message } }`, `{ errors: [..] }`, or a text. */
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
