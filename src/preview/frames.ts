/** The media of a post as a network shows them: cropped, or a frame for what isn't shown. */
import { firstOf, frameText } from '#views/preview/words.ts';
import type { Stage } from './crops.ts';
import type { FontOf } from './fonts.ts';
import { type Check, checks } from './looks.ts';
import type { Medium } from './media.ts';
import type { Panel } from './panels.ts';
import { box } from './shapes.ts';
import { dataAddress } from './upright.ts';
import { centred, colors, type Drawn, inner, pad, panelWidth } from './writing.ts';

/** The maximum height, so that a panel stays readable next to the others. */
const highest = 380;
const gap = 3;
const radius = 10;

/** The pictures for the SVG's definitions: one that's used several times is in it once. */
export function defined(media: readonly Medium[]): string {
  const images = media.map(({ picture: { shown } }, at) =>
    shown
      ? `<image id="m${at}" width="${shown.width}" height="${shown.height}" href="${dataAddress('png', shown.png)}"/>`
      : '',
  );
  return images.join('');
}

/** The first picture of a carousel, or all of a grid; empty if there are none. */
export function frames({ network, media, stage }: Panel, y: number, fontOf: FontOf): Drawn {
  if (!stage) return { svg: '', height: 0 };
  const check = checks[network];
  const width = Math.min(inner, highest * stage.ratio);
  const height = width / stage.ratio;
  const whole = { x: pad + (inner - width) / 2, y, width, height };
  const clip = `stage-${network}`;
  const tiles = placesIn(stage, whole).map((place, at) => {
    const medium = media[at];
    return medium ? tileAt(medium, at, place, check, `${clip}-${at}`, fontOf) : '';
  });
  const isGrid = stage.tiles.length > 1;
  const hidden = media.length - tiles.length;
  const over =
    hidden > 0 && (isGrid ? moreOver(stage, whole, hidden, fontOf) : countOver(media.length, whole, fontOf));
  const dots = hidden > 0 && !isGrid ? dotsBelow(Math.min(media.length, 10), y + height + 13) : '';
  return {
    svg: [
      `<clipPath id="${clip}">${box({ ...whole, radius }, { fill: '#000' })}</clipPath>`,
      `<g clip-path="url(#${clip})">${tiles.join('')}${over || ''}</g>`,
      dots,
    ].join(''),
    height: height + (dots ? 20 : 0),
  };
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The places of the tiles, with the gaps between them. */
function placesIn({ tiles }: Stage, whole: Place): Place[] {
  return tiles.map((tile) => {
    const left = tile.x > 0.01 ? gap / 2 : 0;
    const top = tile.y > 0.01 ? gap / 2 : 0;
    const right = tile.x + tile.width < 0.99 ? gap / 2 : 0;
    const bottom = tile.y + tile.height < 0.99 ? gap / 2 : 0;
    return {
      x: whole.x + tile.x * whole.width + left,
      y: whole.y + tile.y * whole.height + top,
      width: tile.width * whole.width - left - right,
      height: tile.height * whole.height - top - bottom,
    };
  });
}

function tileAt(
  medium: Medium,
  at: number,
  place: Place,
  check: Check,
  clip: string,
  fontOf: FontOf,
): string {
  const { shown } = medium.picture;
  if (!shown) return frameAt(medium, place, fontOf);
  const across = place.width / shown.width;
  const down = place.height / shown.height;
  const scale = check.fills ? Math.max(across, down) : Math.min(across, down);
  const x = place.x + (place.width - shown.width * scale) / 2;
  const y = place.y + (check.keepsTop ? 0 : (place.height - shown.height * scale) / 2);
  const behind = box({ ...place, radius: 0 }, { fill: check.fills ? colors.frame : '#000000' });
  return [
    `<clipPath id="${clip}">${box({ ...place, radius: 0 }, { fill: '#000' })}</clipPath>`,
    `<g clip-path="url(#${clip})">${behind}`,
    `<use href="#m${at}" transform="translate(${x} ${y}) scale(${scale})"/></g>`,
  ].join('');
}

/** The number of media without a tile, over the last tile. */
function moreOver({ tiles }: Stage, whole: Place, hidden: number, fontOf: FontOf): string {
  const last = placesIn({ ratio: 1, tiles, cuts: [] }, whole).at(-1) ?? whole;
  const at = { x: last.x + last.width / 2, y: last.y + last.height / 2 + 8 };
  const veil = box({ ...last, radius: 0 }, { fill: '#000000', opacity: 0.5 });
  return veil + centred(`+${hidden}`, { ...at, size: 24, color: '#ffffff', weight: 600 }, fontOf);
}

function countOver(of: number, { x, y, width }: Place, fontOf: FontOf): string {
  const pill = { x: x + width - 68, y: y + 12, width: 56, height: 24, radius: 12 };
  const at = { x: pill.x + pill.width / 2, y: pill.y + 16.5 };
  return (
    box(pill, { fill: '#000000', opacity: 0.6 }) +
    centred(firstOf(of), { ...at, size: 12, color: '#ffffff', weight: 600 }, fontOf)
  );
}

function dotsBelow(count: number, y: number): string {
  return Array.from({ length: count }, (_, at) => {
    const cx = panelWidth / 2 + (at - (count - 1) / 2) * 12;
    return `<circle cx="${cx}" cy="${y}" r="3" fill="${at === 0 ? colors.ink : colors.line}"/>`;
  }).join('');
}

/** A frame that says which picture or video this is, and that it isn't shown. */
function frameAt({ name, video }: Medium, at: Place, fontOf: FontOf): string {
  const { x, y, width, height } = at;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const small = height < 130;
  const label = { x: middle.x, y: middle.y + (small ? 18 : 34), size: 13, color: colors.soft };
  const says = frameText(video);
  return [
    box({ ...at, radius: 0 }, { fill: colors.frame }),
    box(
      { x: x + 8, y: y + 8, width: width - 16, height: height - 16, radius: 6 },
      { stroke: '#c3bcac', dash: '5 4' },
    ),
    sign(video, middle.x, middle.y - (small ? 12 : 14), small ? 0.7 : 1),
    centred(name, { ...label, weight: 400 }, fontOf, width - 32),
    small ? '' : centred(says, { ...label, y: label.y + 21, weight: 600 }, fontOf, width - 32),
  ].join('');
}

/** A landscape, or the symbol for a video. */
function sign(video: boolean, x: number, y: number, scale: number): string {
  const shape = video
    ? '<path d="M-11 -15 L17 0 L-11 15 Z"/>'
    : '<path d="M-26 16 L-8 -10 L4 6 L11 -3 L26 16 Z"/><circle cx="13" cy="-13" r="5"/>';
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="#aaa393">${shape}</g>`;
}
