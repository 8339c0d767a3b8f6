/** Lays out how a post will look, as one SVG with a panel for each network. Runs in the drawing process. */
import type { Content } from '#src/posts/card/card.ts';
import { foot } from '#views/preview/words.ts';
import { definitionsIn } from './emoji.ts';
import { type FontOf, fontsFor, isMissing } from './fonts.ts';
import { defined } from './frames.ts';
import type { Picture } from './media.ts';
import { drawPanel } from './panel.ts';
import { type Panel, panelsFor } from './panels.ts';
import { colors, panelWidth, paragraph } from './writing.ts';

const margin = 28;
const gap = 18;

export interface PostToDraw {
  brand: string;
  content: Content;
  pictures: Picture[];
  /** The text below all panels. */
  foot: string[];
}

export async function layOut({ brand, content, pictures, foot: says }: PostToDraw): Promise<string> {
  const panels = panelsFor(content, pictures);
  const fontOf = await fontsFor(lettersOf(brand, panels));
  return svgOf(brand, panels, missing(panels, fontOf) ? [...says, foot.boxes] : says, fontOf);
}

/** All characters in the picture, so that the fonts for them can be opened first. */
function lettersOf(brand: string, panels: Panel[]): string {
  const written = panels.flatMap(({ shown, profiles, media }) => [
    shown,
    profiles,
    ...media.map(({ name }) => name),
  ]);
  return [brand, ...written].join(' ');
}

function svgOf(brand: string, panels: Panel[], says: string[], fontOf: FontOf): string {
  const drawn = panels.map((panel) => drawPanel(panel, fontOf));
  const columns = panels.length === 4 ? 2 : Math.min(panels.length, 3);
  const width = 2 * margin + columns * panelWidth + (columns - 1) * gap;
  const inside = width - 2 * margin;
  const title = paragraph(
    brand,
    { x: margin, y: margin - 6, width: inside, size: 22, weight: 600, color: colors.ink, most: 1 },
    fontOf,
  );
  const ends = Array.from({ length: columns }, () => margin + title.height + 10);
  const placed = drawn.map(({ svg, height }) => {
    const column = ends.indexOf(Math.min(...ends));
    const y = ends[column] ?? 0;
    ends[column] = y + height + gap;
    return `<g transform="translate(${margin + column * (panelWidth + gap)} ${y})">${svg}</g>`;
  });
  const bottom = Math.max(...ends);
  const below = paragraph(
    says.join(' '),
    { x: margin, y: bottom, width: inside, size: 12, color: colors.soft },
    fontOf,
  );
  const height = Math.ceil(bottom + below.height + margin - 6);
  const body = [title.svg, ...placed, below.svg].join('');
  const shared = `<defs>${defined(panels[0]?.media ?? [])}${definitionsIn(body)}</defs>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colors.paper}"/>${shared}${body}</svg>`;
}

function missing(panels: Panel[], fontOf: FontOf): boolean {
  const letters = new Intl.Segmenter(undefined).segment(panels.map(({ shown }) => shown).join(' '));
  return [...letters].some(({ segment }) => isMissing(segment, 400, fontOf));
}
