/**
 * The kind and size of a picture, from its first bytes alone: nothing is decoded before its size is known.
 * Pure.
 */

/** How a camera was held: EXIF, tag `Orientation`. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface Measured {
  kind: 'png' | 'jpeg' | 'gif' | 'webp';
  /** In pixels, as stored. */
  width: number;
  height: number;
  turn: Orientation;
}

/** `undefined` if it's none of these kinds, or these bytes don't say its size. */
export function measure(bytes: Buffer): Measured | undefined {
  try {
    const found = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
    return found && found.width > 0 && found.height > 0 ? found : undefined;
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

const text = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

function png(bytes: Buffer): Measured | undefined {
  if (text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 16) !== 'IHDR') return undefined;
  return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), turn: 1 };
}

function gif(bytes: Buffer): Measured | undefined {
  if (!/^GIF8[79]a$/.test(text(bytes, 0, 6))) return undefined;
  return { kind: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), turn: 1 };
}

function webp(bytes: Buffer): Measured | undefined {
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return undefined;
  const is = (width: number, height: number): Measured => ({ kind: 'webp', width, height, turn: 1 });
  const form = text(bytes, 12, 16);
  if (form === 'VP8X') return is(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (form === 'VP8L') {
    const packed = bytes.readUInt32LE(21);
    return is((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1);
  }
  return is(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
}

/** Goes through the segments. The size is in the one that begins a frame, and the orientation before it. */
function jpeg(bytes: Buffer): Measured | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let turn: Orientation = 1;
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (!beginsFrame(marker) && !isSkipped(marker)) return undefined;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    if (beginsFrame(marker))
      return { kind: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), turn };
    if (marker === 0xe1) turn = turnIn(bytes.subarray(at + 4, at + 2 + length)) ?? turn;
    at += 2 + length;
  }
}

const beginsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Segments that every decoder skips by their length. After other markers, a picture could show us another
 * size than is decoded.
 */
const isSkipped = (marker: number): boolean =>
  [0xc4, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);

function turnIn(segment: Buffer): Orientation | undefined {
  if (text(segment, 0, 6) !== 'Exif\0\0') return undefined;
  const tiff = segment.subarray(6);
  const little = text(tiff, 0, 2) === 'II';
  const short = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < short(first); entry += 1) {
      const at = first + 2 + entry * 12;
      if (short(at) !== 0x0112) continue;
      const turn = short(at + 8);
      return turn >= 1 && turn <= 8 ? (turn as Orientation) : undefined;
    }
  } catch (cause) {
    // an orientation that can't be read is ignored
    if (!(cause instanceof RangeError)) throw cause;
  }
  return undefined;
}
