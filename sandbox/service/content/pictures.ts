import { palettes, type Rgb } from '#sandbox/service/content/palettes.ts';
import { encodePng } from '#sandbox/service/content/png.ts';
import { createRandom } from '#sandbox/service/content/random.ts';

const size = 640;
/** The width of an antialiased edge, with a small margin. */
const margin = 2 / size;
/** The size of the image cache: a chat requests the same images repeatedly. */
const keptPictures = 48;
const drawn = new Map<string, Buffer>();

/** Renders an image, always the same for the same subject. `ratio`: width divided by height; 1 is square. */
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

/** A layer: how much of its color covers a point (coordinates from 0 to 1). It covers nothing outside its box. */
interface Layer {
  color: Rgb;
  box: { left: number; top: number; right: number; bottom: number };
  cover(x: number, y: number, column: number): number;
}

/** A window in the middle of a square. */
function paint(subject: string, width: number, height: number): Uint8Array {
  const random = createRandom(subject);
  const palette = palettes[Math.floor(random.next() * palettes.length)] ?? palettes[0];
  const tilt = random.between(-0.5, 0.5);
  const xs = Float64Array.from({ length: width }, (_, column) => (column + (size - width) / 2) / size);
  const ys = Float64Array.from({ length: height }, (_, row) => (row + (size - height) / 2) / size);
  const layers = random.next() < 0.55 ? landscape(palette, random, xs) : bubbles(palette, random);
  const pixels = new Float64Array(width * height * 3);
  let at = 0;
  for (const y of ys) {
    for (const x of xs) {
      const fade = smooth(Math.min(Math.max(y + (x - 0.5) * tilt, 0), 1));
      pixels[at++] = between(palette.top[0], palette.bottom[0], fade);
      pixels[at++] = between(palette.top[1], palette.bottom[1], fade);
      pixels[at++] = between(palette.top[2], palette.bottom[2], fade);
    }
  }
  for (const layer of layers) lay(layer, pixels, xs, ys);
  return Uint8Array.from(pixels);
}

function lay({ color, box, cover }: Layer, pixels: Float64Array, xs: Float64Array, ys: Float64Array): void {
  const [firstColumn, columns] = range(xs, box.left, box.right);
  const [firstRow, rows] = range(ys, box.top, box.bottom);
  for (let row = firstRow; row < rows; row += 1) {
    const y = ys[row] ?? 0;
    for (let column = firstColumn; column < columns; column += 1) {
      const share = cover(xs[column] ?? 0, y, column);
      if (share === 0) continue;
      const at = (row * xs.length + column) * 3;
      for (let part = 0; part < 3; part += 1)
        pixels[at + part] = between(pixels[at + part] ?? 0, color[part] ?? 0, share);
    }
  }
}

/** The index of the first value that isn't less than `from`, and of the first that's greater than `to`. */
function range(sorted: Float64Array, from: number, to: number): [number, number] {
  const first = sorted.findIndex((one) => one >= from);
  const end = sorted.findIndex((one) => one > to);
  return [first === -1 ? sorted.length : first, end === -1 ? sorted.length : end];
}

type Palette = (typeof palettes)[number];
type Random = ReturnType<typeof createRandom>;

/** A sun over rows of hills that grow darker towards the viewer. */
function landscape(palette: Palette, random: Random, xs: Float64Array): Layer[] {
  const sunX = random.between(0.22, 0.78);
  const sunY = random.between(0.2, 0.42);
  const radius = random.between(0.09, 0.15);
  const glow: Layer = {
    color: palette.light,
    box: { left: 0, top: 0, right: 1, bottom: 1 },
    cover: (x, y) => 0.55 * Math.exp(-((distance(x, y, sunX, sunY) / (radius * 2.4)) ** 2)),
  };
  const rows = 5;
  const hills = Array.from({ length: rows }, (_, index) => {
    const near = index / (rows - 1);
    return hill(mix(palette.middle, palette.dark, near), 0.48 + near * 0.38, random, xs);
  });
  return [glow, disc(palette.light, sunX, sunY, radius, 0.95), ...hills];
}

function hill(color: Rgb, height: number, random: Random, xs: Float64Array): Layer {
  const [first, second] = [random.between(0, 6.28), random.between(0, 6.28)];
  const [slow, fast] = [random.between(3, 6), random.between(7, 13)];
  const rise = random.between(0.03, 0.075);
  const edges = xs.map(
    (x) => height + rise * Math.sin(x * slow + first) + rise * 0.4 * Math.sin(x * fast + second),
  );
  return {
    color,
    box: { left: 0, top: height - 1.4 * rise - margin, right: 1, bottom: 1 },
    cover: (_x, y, column) => soften(y - (edges[column] ?? 0)),
  };
}

/** Overlapping translucent discs, with a ring here and there. */
function bubbles(palette: Palette, random: Random): Layer[] {
  const colors = [palette.light, palette.middle, palette.dark, palette.bottom];
  return Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [random.between(0, 1), random.between(0, 1)];
    const radius = random.between(0.34, 0.44) * (1 - index / 12);
    const color = random.pick(colors);
    if (index % 3 === 2) return ring(color, x, y, radius, random.between(0.008, 0.02));
    return disc(color, x, y, radius, random.between(0.2, 0.42));
  });
}

function disc(color: Rgb, atX: number, atY: number, radius: number, strength: number): Layer {
  return {
    color,
    box: around(atX, atY, radius),
    cover: (x, y) => strength * soften(radius - distance(x, y, atX, atY)),
  };
}

function ring(color: Rgb, atX: number, atY: number, radius: number, width: number): Layer {
  return {
    color,
    box: around(atX, atY, radius + width),
    cover: (x, y) => 0.7 * soften(width - Math.abs(distance(x, y, atX, atY) - radius)),
  };
}

function around(x: number, y: number, radius: number): Layer['box'] {
  const reach = radius + margin;
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

/** Antialiasing: 0 outside, 1 inside, with a transition of two pixels. */
function soften(inside: number): number {
  return Math.min(Math.max(0.5 + (inside * size) / 2, 0), 1);
}

function distance(x: number, y: number, toX: number, toY: number): number {
  // ten times as fast as Math.hypot
  return Math.sqrt((x - toX) ** 2 + (y - toY) ** 2);
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function mix(from: Rgb, to: Rgb, share: number): [number, number, number] {
  return [between(from[0], to[0], share), between(from[1], to[1], share), between(from[2], to[2], share)];
}
