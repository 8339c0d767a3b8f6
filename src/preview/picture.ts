/** Draws how a post will look: one PNG with a panel for each network. */
import type { Card } from '#src/cards/card.ts';
import type { Preview, ReadPicture } from '#src/cards/preview.ts';
import { foot, notShownText, previewAlt } from '#views/preview-words.ts';
import { startDrawing } from './drawing.ts';
import { type FontOf, fontsFor, isMissing } from './fonts.ts';
import { defined } from './frames.ts';
import { drawPanel } from './panel.ts';
import { type Panel, panelsOf } from './panels.ts';
import { type Medium, most, type Picture, picturesOf } from './pictures.ts';
import { colors, panelWidth, paragraph } from './writing.ts';

/** For sharp screens and for a look at it in full. */
const scale = 2;
const margin = 28;
const gap = 18;

/** For one picture of the post, or for the whole. */
const drawWithinMs = 10_000;

/** `undefined`: none of its profiles is of a network that we know. Rejects when the whole cannot be drawn in its time. */
export async function drawPreview(card: Card, read: ReadPicture): Promise<Preview | undefined> {
  if (panelsOf(card.content).length === 0) return undefined;
  const drawing = startDrawing(drawWithinMs);
  try {
    const pictures = await picturesOf(card, read, drawing);
    const panels = panelsOf(card.content, pictures);
    const fontOf = await fontsFor(lettersOf(card, panels));
    const drawn = await drawing.draw({ svg: svgOf(card, panels, fontOf), zoom: scale });
    if (typeof drawn === 'string') throw new Error(`the preview was not drawn: ${drawn}`);
    return { png: drawn.png, alt: altText(card, panels), tryAgain: pictures.some(mayComeYet) };
  } finally {
    drawing.end();
  }
}

const mayComeYet = ({ not }: Picture): boolean => not === 'no answer' || not === 'late';

/** Everything that is written, so that its fonts can be opened before. */
function lettersOf(card: Card, panels: Panel[]): string {
  const written = panels.flatMap(({ shown, profiles, media }) => [
    ...[shown, profiles],
    ...media.map(({ name }) => name),
  ]);
  return [card.brand.name, ...written].join(' ');
}

function svgOf(card: Card, panels: Panel[], fontOf: FontOf): string {
  const drawn = panels.map((panel) => drawPanel(panel, fontOf));
  const columns = panels.length === 4 ? 2 : Math.min(panels.length, 3);
  const width = 2 * margin + columns * panelWidth + (columns - 1) * gap;
  const inside = width - 2 * margin;
  const title = paragraph(
    card.brand.name,
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
    footOf(panels, fontOf),
    { x: margin, y: bottom, width: inside, size: 12, color: colors.soft },
    fontOf,
  );
  const height = Math.ceil(bottom + below.height + margin - 6);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colors.paper}"/>${defined(panels[0]?.media ?? [])}${title.svg}${placed.join('')}${below.svg}</svg>`;
}

/** What holds for all panels, and why some media are not shown. */
function footOf(panels: Panel[], fontOf: FontOf): string {
  const media = panels[0]?.media ?? [];
  return [
    foot.about,
    ...(media.some(({ video }) => video) ? [foot.videos] : []),
    ...[notShown(media)].filter((text) => text !== ''),
    ...(media.some(({ picture }) => mayComeYet(picture)) ? [foot.again] : []),
    ...(missing(panels, fontOf) ? [foot.boxes] : []),
  ].join(' ');
}

const notShown = (media: Medium[]): string =>
  notShownText(
    media.flatMap(({ name, picture: { not } }) => (not ? [{ name, not }] : [])),
    most,
  );

function missing(panels: Panel[], fontOf: FontOf): boolean {
  const letters = new Intl.Segmenter(undefined).segment(panels.map(({ shown }) => shown).join(' '));
  return [...letters].some(({ segment }) => isMissing(segment, 400, fontOf));
}

function altText(card: Card, panels: Panel[]): string {
  const said = panels.map(({ title, length, notes }) => ({
    ...{ title, length },
    wrong: notes.filter(({ weight }) => weight !== 'tell').map(({ text }) => text),
  }));
  return previewAlt(card.brand.name, said, notShown(panels[0]?.media ?? []));
}
