/** Reads a picture as far as a test needs it. */
import assert from 'node:assert/strict';

const signature = '89504e470d0a1a0a';

/** In pixels; fails when it is not a whole PNG. */
export function sizeOfPng(bytes: Uint8Array): { width: number; height: number } {
  const png = Buffer.from(bytes);
  assert.equal(png.subarray(0, 8).toString('hex'), signature, 'it does not begin as a PNG does');
  assert.equal(png.subarray(12, 16).toString('latin1'), 'IHDR');
  assert.equal(png.subarray(-8, -4).toString('latin1'), 'IEND', 'it is cut');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
