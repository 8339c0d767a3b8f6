/** Slack's limits (Block Kit reference), and the one way to shorten a text visibly. */
export const slack = {
  sectionText: 3_000,
  headerText: 150,
  /** The address of a button or an image. */
  linkUrl: 3_000,
  optionText: 75,
  options: 100,
  inputText: 3_000,
  /** Files of one file input. */
  files: 10,
  /** Options of one group of checkboxes. */
  checkboxes: 10,
  confirmText: 300,
  privateMetadata: 3_000,
  imageAlt: 2_000,
  buttonText: 75,
  /** Cards of one carousel. */
  carouselCards: 10,
  cardBody: 200,
  /** Charts of one message. */
  charts: 2,
  chartTitle: 50,
  /** The name of a line, and of a point. */
  chartLabel: 20,
  chartLines: 6,
  chartPoints: 20,
  /** Rows without the header. */
  tableRows: 100,
  tableColumns: 20,
  /** Characters of all cells together. */
  tableText: 10_000,
} as const;

/**
 * At most `max` characters. A cut shows as an ellipsis, and is never in the middle of what people see as one
 * character.
 */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = '';
  for (const character of characters(text)) {
    if (kept.length + character.length > max - 1) break;
    kept += character;
  }
  return `${beforePeriod(kept)}…`;
}

/** The text without blanks and periods at its end, for cutting it there: `.…` looks like a mistake. */
export const beforePeriod = (text: string): string => text.replace(/[\s.]+$/, '');

// built when it's first needed, like the formats in ./language.ts
let segmenter: Intl.Segmenter | undefined;

/**
 * The length of the longest emoji, such as a family with skin tones. A longer pile of accents counts as many
 * characters.
 */
const longestCharacter = 50;

/**
 * What people see as one character each, such as a flag or a letter with its accents. Reads only as far as
 * needed.
 */
export function* characters(text: string): Generator<string> {
  // in such a text, each character is one, and looking for more would take ten times as long
  if (/^[ -~\n]*$/.test(text)) return void (yield* text);
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text))
    if (segment.length <= longestCharacter) yield segment;
    else yield* segment;
}
