/**
 * The fonts of the picture, none of which come from the machine. Only those of the many files for Chinese,
 * Japanese and Korean are read that a text needs.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import decompress from 'woff2-encoder/decompress';
import { z } from 'zod';
import { fontFiles } from '#src/media/fonts.ts';
import { emojiOf } from './emoji.ts';

export type Font = fontkit.Font;
export type Weight = 400 | 600;

const fileOf = (path: string): string => fileURLToPath(import.meta.resolve(path));

/** Kept as long as the process: four files. */
const opened = new Map<Weight, Font[]>();

function alphabetsOf(weight: Weight): Font[] {
  const known = opened.get(weight);
  if (known) return known;
  const fonts = fontFiles[weight].map((path) => fontkit.create(readFileSync(path)) as Font);
  opened.set(weight, fonts);
  return fonts;
}

const languages = ['sc', 'jp', 'kr'] as const;
type Language = (typeof languages)[number];

/** Chinese characters have other shapes in Japan and Korea. */
function languagesOf(text: string): Language[] {
  const first = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'jp'
    : /\p{Script=Hangul}/u.test(text)
      ? 'kr'
      : 'sc';
  return [first, ...languages.filter((one) => one !== first)];
}

const rangesSchema = z.record(z.string(), z.string());

/**
 * The code points of each file of a language, by the file's number in the package. Kept as long as the
 * process.
 */
const partsOf = new Map<Language, [part: string, ranges: [from: number, to: number][]][]>();

/** The number of the file that has this code point. */
function partOf(language: Language, point: number): string | undefined {
  const parts = partsOf.get(language) ?? readParts(language);
  partsOf.set(language, parts);
  return parts.find(([, ranges]) => ranges.some(([from, to]) => from <= point && point <= to))?.[0];
}

function readParts(language: Language): [string, [number, number][]][] {
  const path = fileOf(`@fontsource-variable/noto-sans-${language}/unicode.json`);
  const listed = rangesSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return Object.entries(listed).map(([part, ranges]) => [
    part.replace(/[[\]]/g, ''),
    ranges.split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    }),
  ]);
}

async function openPart(language: Language, part: string): Promise<Font> {
  const folder = `@fontsource-variable/noto-sans-${language}`;
  const packed = await readFile(fileOf(`${folder}/files/noto-sans-${language}-${part}-wght-normal.woff2`));
  return fontkit.create(Buffer.from(await decompress(packed))) as Font;
}

/** `undefined` if no font has the character. */
export type FontOf = (character: string, weight: Weight) => Font | undefined;

/** Characters that join or select others and are invisible themselves. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;

/** Opens the fonts that this text needs. */
export async function fontsFor(text: string): Promise<FontOf> {
  const found = new Map<string, Record<Weight, Font>>();
  const parts = new Map<string, Record<Weight, Font>>();
  for (const character of new Set(text)) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x1100 || alphabetsOf(400).some((font) => font.hasGlyphForCodePoint(point))) continue;
    for (const language of languagesOf(text)) {
      const part = partOf(language, point);
      if (part === undefined) continue;
      const key = `${language}-${part}`;
      const known = parts.get(key) ?? weighted(await openPart(language, part));
      parts.set(key, known);
      if (!known[400].hasGlyphForCodePoint(point)) continue;
      found.set(character, known);
      break;
    }
  }
  return (character, weight) => {
    const points = [...character.replace(unseen, '')].map((one) => one.codePointAt(0) ?? 0);
    const alphabet = alphabetsOf(weight).find((font) =>
      points.every((one) => font.hasGlyphForCodePoint(one)),
    );
    return alphabet ?? found.get([...character][0] ?? '')?.[weight];
  };
}

function weighted(font: Font): Record<Weight, Font> {
  return { 400: font.getVariation({ wght: 400 }), 600: font.getVariation({ wght: 600 }) };
}

/** Whether only a placeholder can be shown for the character. */
export function isMissing(grapheme: string, weight: Weight, fontOf: FontOf): boolean {
  return grapheme.trim() !== '' && emojiOf(grapheme) === undefined && fontOf(grapheme, weight) === undefined;
}
