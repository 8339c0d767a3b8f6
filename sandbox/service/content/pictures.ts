import { createChance } from '#sandbox/service/content/chance.ts';
import { palettes, type Rgb } from '#sandbox/service/content/palettes.ts';
import { encodePng } from '#sandbox/service/content/png.ts';

const size = 640;
/** Pictures kept at hand, because a chat asks for the same ones again and again. */
const keptPictures = 48;
const drawn = new Map<string, Buffer>();

/** Always the same for the same subject; `ratio`: its width through its height, square as a rule. */
export function renderPicture(subject: string, ratio = 1): Buffer {
  const name = `${ratio} ${subject}`;
  const known = drawn.get(name);
  if (known) return known;
  const width = Math.round(size * Math.min(1, ratio));
  const height = Math.round(size / Math.max(1, ratio));
  const picture = encodePng(width, height, paint(subject, width, height));
  drawn.set(name, picture);
  const [oldest] = drawn.keys();
  if (drawn.size > keptPictures && oldest !== undefined) drawn.delete(oldest);
  return picture;
}

/** A layer says how much of its colour covers a point, both coordinates from 0 to 1. */
type Layer = { color: Rgb; cover(x: number, y: number): number };

/** A window in the middle of a square. */
function paint(subject: string, width: number, height: number): Uint8Array {
  const chance = createChance(subject);
  const palette = palettes[Math.floor(chance.next() * palettes.length)] ?? palettes[0];
  const tilt = chance.between(-0.5, 0.5);
  const layers = chance.next() < 0.55 ? landscape(palette, chance) : bubbles(palette, chance);
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const x = (column + (size - width) / 2) / size;
      const y = (row + (size - height) / 2) / size;
      const fade = smooth(Math.min(Math.max(y + (x - 0.5) * tilt, 0), 1));
      let [red, green, blue] = mix(palette.top, palette.bottom, fade);
      for (const { color, cover } of layers) {
        const share = cover(x, y);
        red += (color[0] - red) * share;
        green += (color[1] - green) * share;
        blue += (color[2] - blue) * share;
      }
      const at = (row * width + column) * 3;
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
    }
  }
  return pixels;
}

type Palette = (typeof palettes)[number];
type Chance = ReturnType<typeof createChance>;

/** A sun over rows of hills that grow darker towards the viewer. */
function landscape(palette: Palette, chance: Chance): Layer[] {
  const sunX = chance.between(0.22, 0.78);
  const sunY = chance.between(0.2, 0.42);
  const radius = chance.between(0.09, 0.15);
  const glow: Layer = {
    color: palette.light,
    cover: (x, y) => 0.55 * Math.exp(-((distance(x, y, sunX, sunY) / (radius * 2.4)) ** 2)),
  };
  const rows = 5;
  const hills = Array.from({ length: rows }, (_, index) => {
    const near = index / (rows - 1);
    return hill(mix(palette.middle, palette.dark, near), 0.48 + near * 0.38, chance);
  });
  return [glow, disc(palette.light, sunX, sunY, radius, 0.95), ...hills];
}

function hill(color: Rgb, height: number, chance: Chance): Layer {
  const [first, second] = [chance.between(0, 6.28), chance.between(0, 6.28)];
  const [slow, fast] = [chance.between(3, 6), chance.between(7, 13)];
  const rise = chance.between(0.03, 0.075);
  const edge = (x: number) =>
    height + rise * Math.sin(x * slow + first) + rise * 0.4 * Math.sin(x * fast + second);
  return { color, cover: (x, y) => soften(y - edge(x)) };
}

/** Overlapping translucent discs, with a ring here and there. */
function bubbles(palette: Palette, chance: Chance): Layer[] {
  const colors = [palette.light, palette.middle, palette.dark, palette.bottom];
  return Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [chance.between(0, 1), chance.between(0, 1)];
    const radius = chance.between(0.34, 0.44) * (1 - index / 12);
    const color = chance.pick(colors);
    if (index % 3 === 2) return ring(color, x, y, radius, chance.between(0.008, 0.02));
    return disc(color, x, y, radius, chance.between(0.2, 0.42));
  });
}

function disc(color: Rgb, atX: number, atY: number, radius: number, strength: number): Layer {
  return { color, cover: (x, y) => strength * soften(radius - distance(x, y, atX, atY)) };
}

function ring(color: Rgb, atX: number, atY: number, radius: number, width: number): Layer {
  return { color, cover: (x, y) => 0.7 * soften(width - Math.abs(distance(x, y, atX, atY) - radius)) };
}

/** 0 outside, 1 inside, and two pixels of transition so that no edge is jagged. */
function soften(inside: number): number {
  return Math.min(Math.max(0.5 + (inside * size) / 2, 0), 1);
}

function distance(x: number, y: number, toX: number, toY: number): number {
  return Math.hypot(x - toX, y - toY);
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}

function mix(from: Rgb, to: Rgb, share: number): [number, number, number] {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}
