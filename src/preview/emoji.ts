/** Emoji as drawings from a package, so that they're the same on every machine. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Each side of such a drawing, in its own units. */
export const emojiSide = 36;

const folder = dirname(fileURLToPath(import.meta.resolve('@twemoji/svg/package.json')));
const fileOf = (name: string): string => join(folder, `${name}.svg`);
const isEmoji = /^(?:\p{RGI_Emoji}|[0-9#*]\u20E3)$/v;

/** Kept as long as the process, because the same text is measured many times. */
const known = new Map<string, string | undefined>();

/** The name of an emoji's drawing; `undefined` if it isn't an emoji, or the package doesn't have it yet. */
export function emojiOf(grapheme: string): string | undefined {
  if (!known.has(grapheme)) known.set(grapheme, find(grapheme));
  return known.get(grapheme);
}

function find(grapheme: string): string | undefined {
  if (!isEmoji.test(grapheme)) return undefined;
  const points = [...grapheme].map((one) => (one.codePointAt(0) ?? 0).toString(16));
  const names = [points, points.filter((one) => one !== 'fe0f')].map((all) => all.join('-'));
  return names.find((name) => existsSync(fileOf(name)));
}

/** Draws an emoji by its name in an SVG that has `definitionsIn` once. */
export const useOf = (name: string, transform: string): string =>
  `<use href="#emoji-${name}" transform="${transform}"/>`;

/**
 * Each emoji that this SVG uses, once, as shapes: if it were an embedded SVG, the renderer would fill a whole
 * canvas for it.
 */
export function definitionsIn(svg: string): string {
  const names = new Set([...svg.matchAll(/"#emoji-([\da-f-]+)"/g)].map(([, name = '']) => name));
  return [...names].map(definition).join('');
}

function definition(name: string): string {
  const shapes = readFileSync(fileOf(name), 'utf8').replace(/^.*?<svg[^>]*>|<\/svg>\s*$/gs, '');
  // A few drawings name their parts, and all of them start with `a`.
  const own = shapes.replace(/(?<=\bid="|url\(#|href="#)/g, `part-${name}-`);
  return `<g id="emoji-${name}">${own}</g>`;
}
