/** Reads PNG images for tests. */
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

const signature = '89504e470d0a1a0a';

/** The size in pixels. Fails if it isn't a complete PNG. */
export function sizeOfPng(bytes: Uint8Array): { width: number; height: number } {
  const png = Buffer.from(bytes);
  assert.equal(png.subarray(0, 8).toString('hex'), signature, 'no PNG signature');
  assert.equal(png.subarray(12, 16).toString('latin1'), 'IHDR');
  assert.equal(png.subarray(-8, -4).toString('latin1'), 'IEND', 'it is cut');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** The pixels of an 8-bit RGBA PNG, as the bot renders them. */
export function pixelsOfPng(bytes: Uint8Array): { width: number; height: number; rgba: Uint8Array } {
  const png = Buffer.from(bytes);
  const { width, height } = sizeOfPng(png);
  assert.equal(png.subarray(24, 29).toString('hex'), '0806000000');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const filtered = inflateSync(Buffer.concat(parts));
  const stride = width * 4;
  const rgba = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) unfilter(filtered, y * (stride + 1), rgba, y * stride, stride);
  return { width, height, rgba };
}

/** Reverses the PNG filter types 0 to 4 of a row, without allocations, because an image has millions of bytes. */
function unfilter(from: Uint8Array, start: number, to: Uint8Array, row: number, stride: number): void {
  const type = from[start] ?? 0;
  for (let at = 0; at < stride; at += 1) {
    const left = at < 4 ? 0 : (to[row + at - 4] ?? 0);
    const above = row === 0 ? 0 : (to[row + at - stride] ?? 0);
    let guess = 0;
    if (type === 1) guess = left;
    else if (type === 2) guess = above;
    else if (type === 3) guess = (left + above) >> 1;
    else if (type === 4)
      guess = paeth(left, above, at < 4 || row === 0 ? 0 : (to[row + at - stride - 4] ?? 0));
    to[row + at] = (from[start + 1 + at] ?? 0) + guess;
  }
}

function paeth(left: number, above: number, corner: number): number {
  const byLeft = Math.abs(above - corner);
  const byAbove = Math.abs(left - corner);
  const byCorner = Math.abs(left + above - 2 * corner);
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}
