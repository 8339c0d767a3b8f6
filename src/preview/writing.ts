/** Writing text at a place, and what all pieces of a panel share: sizes and colors. */
import type { FontOf, Weight } from './fonts.ts';
import { breakLines } from './lines.ts';
import { textAt } from './shapes.ts';

/** The colours of the sandbox's page: paper and ink. */
export const colors = {
  paper: '#f4f1ea',
  card: '#ffffff',
  ink: '#1e252d',
  soft: '#5a646e',
  line: '#dedacf',
  frame: '#ece8df',
  good: '#3d7a57',
  near: '#a86a08',
  bad: '#b3372b',
};

export const panelWidth = 400;
export const pad = 20;
export const inner = panelWidth - 2 * pad;

/** A piece of SVG, and its height. */
export interface Drawn {
  svg: string;
  height: number;
}

/** The distance from one line to the next. */
export const leadOf = (size: number): number => Math.round(size * 1.45);

/** Writes text from `y` on; `color` and `lead` apply to all lines. */
export function paragraph(
  text: string,
  how: { x: number; y: number; width: number; size: number; weight?: Weight; color: string; most?: number },
  fontOf: FontOf,
): Drawn {
  const { x, y, width, size, weight = 400, color, most } = how;
  const lead = leadOf(size);
  const lines = breakLines(text, { size, weight, fontOf }, width, most);
  const svg = lines
    .map((line, at) => textAt(line, { x, y: y + lead * at + size, width, size, color }))
    .join('');
  return { svg, height: lead * lines.length };
}

/** One line, its middle at `x` and its baseline at `y`. */
export function centred(
  text: string,
  how: { x: number; y: number; size: number; color: string; weight: Weight },
  fontOf: FontOf,
  width = 200,
): string {
  const { size, weight, color } = how;
  const [line] = breakLines(text, { size, weight, fontOf }, width, 1);
  if (!line) return '';
  return textAt(line, { x: how.x - line.width / 2, y: how.y, width: line.width, size, color });
}
