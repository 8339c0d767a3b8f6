/** Pieces of SVG. Characters become outlines here, so that the drawing is exactly what was measured. */
import { emojiSide, useOf } from './emoji.ts';
import type { Line, Run } from './lines.ts';

const round = (n: number): string => String(Math.round(n * 100) / 100);

/** One line of text on its baseline, aligned to the side where its paragraph begins. */
export function textAt(
  line: Line,
  { x, y, width, size, color }: { x: number; y: number; width: number; size: number; color: string },
): string {
  let left = line.rtl ? x + width - line.width : x;
  return line.runs
    .map((run) => {
      const drawn = runAt(run, left, y, size, color);
      left += run.width;
      return drawn;
    })
    .join('');
}

function runAt(run: Run, x: number, y: number, size: number, color: string): string {
  if (run.is === 'emoji') {
    const place = `translate(${round(x + size * 0.05)} ${round(y - size * 0.98)})`;
    return useOf(run.name, `${place} scale(${(size * 1.15) / emojiSide})`);
  }
  if (run.is === 'missing')
    return box(
      { x: x + size * 0.08, y: y - size * 0.7, width: size * 0.62, height: size * 0.7, radius: 2 },
      { stroke: color },
    );
  const scale = size / run.font.unitsPerEm;
  const { glyphs, positions } = run.font.layout(run.text, undefined, undefined, undefined, run.direction);
  let pen = x;
  const paths = glyphs.map((glyph, at) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
    const d = glyph.path.toSVG();
    const place = `translate(${round(pen + xOffset * scale)} ${round(y - yOffset * scale)})`;
    pen += xAdvance * scale;
    return d && `<path transform="${place} scale(${scale} ${-scale})" d="${d}"/>`;
  });
  return `<g fill="${color}">${paths.join('')}</g>`;
}

export function box(
  { x, y, width, height, radius }: { x: number; y: number; width: number; height: number; radius: number },
  {
    fill = 'none',
    opacity,
    stroke,
    dash,
  }: { fill?: string; opacity?: number; stroke?: string; dash?: string },
): string {
  const line = stroke
    ? ` stroke="${stroke}" stroke-width="1"${dash ? ` stroke-dasharray="${dash}"` : ''}`
    : '';
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${fill}"${opacity === undefined ? '' : ` fill-opacity="${opacity}"`}${line}/>`;
}
