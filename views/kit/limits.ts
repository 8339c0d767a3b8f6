/** Slack's ceilings (Block Kit reference), and the one visible way to cut a text that is too long for its place. */
export const slack = {
  sectionText: 3_000,
  headerText: 150,
  /** Address of a button or a picture. */
  linkUrl: 3_000,
  optionText: 75,
  options: 100,
  inputText: 3_000,
  /** Of one file input. */
  files: 10,
  /** Options of one group. */
  checkboxes: 10,
  confirmText: 300,
  privateMetadata: 3_000,
  imageAlt: 2_000,
  buttonText: 75,
  /** Of one carousel. */
  carouselCards: 10,
  cardBody: 200,
  /** Of a message. */
  charts: 2,
  chartTitle: 50,
  /** Of a line, and of a point. */
  chartLabel: 20,
  chartLines: 6,
  chartPoints: 20,
  /** Without the header. */
  tableRows: 100,
  tableColumns: 20,
  /** Of all cells together. */
  tableText: 10_000,
} as const;

/** At most `max` characters; what was cut shows as an ellipsis, never in the middle of what people see as one character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = '';
  for (const character of characters(text)) {
    if (kept.length + character.length > max - 1) break;
    kept += character;
  }
  return `${beforePeriod(kept)}…`;
}

/** Where it can be cut: `.…` reads as a slip. */
export const beforePeriod = (text: string): string => text.replace(/[\s.]+$/, '');

// made when it's first needed, like the formats of ./language.ts
let segmenter: Intl.Segmenter | undefined;

/** Of the longest emoji, such as a family with skin tones. A pile of accents that is longer counts as many characters. */
const longestCharacter = 50;

/** What people see as one character each, such as a flag or a letter with its accents. Read as far as it's needed. */
export function* characters(text: string): Generator<string> {
  // each is one character by itself, and to look for more takes ten times as long
  if (/^[ -~\n]*$/.test(text)) return void (yield* text);
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text))
    if (segment.length <= longestCharacter) yield segment;
    else yield* segment;
}
