/** Breaks text into lines of a width, and puts each line into display order. */
import bidiJs from 'bidi-js';
import LineBreaker from 'linebreak';
import { emojiOf } from './emoji.ts';
import type { Font, FontOf, Weight } from './fonts.ts';

/**
 * Something that is drawn at once: characters of one font, an emoji, or the placeholder for a character that
 * no font has.
 */
export type Run = { width: number } & (
  | { is: 'letters'; font: Font; text: string; direction: 'ltr' | 'rtl' }
  | { is: 'emoji'; name: string }
  | { is: 'missing' }
);

export interface Line {
  /** From left to right. */
  runs: Run[];
  width: number;
  /** The paragraph is read from right to left, so it's aligned right. */
  rtl: boolean;
}

export interface Type {
  /** In pixels. */
  size: number;
  weight: Weight;
  fontOf: FontOf;
}

/** Relative to the font size. */
const emojiWidth = 1.25;
const missingWidth = 0.8;

// the package's types have one `default` more than its code
const bidi = (bidiJs as unknown as typeof bidiJs.default)();
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** `most`: the number of lines; the last one ends with an ellipsis if there would be more. */
export function breakLines(text: string, type: Type, width: number, most = Number.POSITIVE_INFINITY): Line[] {
  const lines = text.split('\n').flatMap((paragraph) => {
    const rtl = isRtl(paragraph);
    return wrapped(paragraph, type, width).map((line) => ({ line, rtl }));
  });
  const kept = lines.slice(0, most);
  return kept.map(({ line, rtl }, at) => {
    const last = at === most - 1 && lines.length > most;
    return lineOf(last ? ended(line, type, width) : line, rtl, type);
  });
}

const isRtl = (paragraph: string): boolean =>
  (bidi.getEmbeddingLevels(neutral(paragraph)).paragraphs[0]?.level ?? 0) % 2 === 1;

/**
 * Replaces each emoji with a character that has no direction, because the package treats each half of an
 * emoji as a Latin letter.
 */
const neutral = (text: string): string =>
  text.replace(/\p{RGI_Emoji}/gv, (emoji) => '\uFFFC'.repeat(emoji.length));

function ended(line: string, type: Type, width: number): string {
  const parts = [...graphemes.segment(line)].map(({ segment }) => segment);
  while (parts.length > 0 && widthOf(`${parts.join('')}…`, type) > width) parts.pop();
  return `${parts.join('').trimEnd()}…`;
}

function wrapped(paragraph: string, type: Type, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let taken = 0;
  const add = (part: string): void => {
    if (line !== '' && taken + widthOf(part.trimEnd(), type) > width) {
      lines.push(line.trimEnd());
      line = '';
      taken = 0;
    }
    line += part;
    taken += widthOf(part, type);
  };
  for (const word of words(paragraph)) {
    // A word that's wider than a whole line can break anywhere.
    if (widthOf(word.trimEnd(), type) <= width) add(word);
    else for (const { segment } of graphemes.segment(word)) add(segment);
  }
  return [...lines, line.trimEnd()];
}

/** The words, each with the spaces that follow it. */
function* words(paragraph: string): Generator<string> {
  const breaker = new LineBreaker(paragraph);
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    yield paragraph.slice(from, next.position);
    from = next.position;
  }
}

/** In pixels. */
export function widthOf(text: string, type: Type): number {
  return runsOf(text, new Uint8Array(text.length), type).reduce((sum, { run }) => sum + run.width, 0);
}

function lineOf(text: string, rtl: boolean, type: Type): Line {
  const embedding = bidi.getEmbeddingLevels(neutral(text), rtl ? 'rtl' : 'ltr');
  const runs = runsOf(text, embedding.levels, type);
  // the runs are in the order in which their first characters appear from the left
  const seen = new Set<Run>();
  for (const index of bidi.getReorderedIndices(text, embedding)) {
    const met = runs.findLast(({ at }) => at <= index);
    if (met) seen.add(met.run);
  }
  return { runs: [...seen], width: runs.reduce((sum, { run }) => sum + run.width, 0), rtl };
}

/** The runs in the order of the text; `at` is where each begins in it. */
function runsOf(text: string, levels: Uint8Array, type: Type): { at: number; run: Run }[] {
  const pieces: { at: number; text: string; level: number; font: Font | string | undefined }[] = [];
  for (const { index, segment } of graphemes.segment(text)) {
    const level = levels[index] ?? 0;
    const font = emojiOf(segment) ?? type.fontOf(segment, type.weight);
    const before = pieces.at(-1);
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(segment) ?? segment) : segment;
    if (before && typeof font === 'object' && before.font === font && before.level === level)
      before.text += shown;
    else pieces.push({ at: index, text: shown, level, font });
  }
  return pieces.map(({ at, text: letters, level, font }) => ({ at, run: runOf(letters, level, font, type) }));
}

function runOf(text: string, level: number, font: Font | string | undefined, { size }: Type): Run {
  if (font === undefined) return { is: 'missing', width: missingWidth * size };
  if (typeof font === 'string') return { is: 'emoji', name: font, width: emojiWidth * size };
  const direction = level % 2 ? 'rtl' : 'ltr';
  const { advanceWidth } = font.layout(text, undefined, undefined, undefined, direction);
  return { is: 'letters', font, text, direction, width: (advanceWidth * size) / font.unitsPerEm };
}
