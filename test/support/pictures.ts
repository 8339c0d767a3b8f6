/** Small images of every supported type. */
import { encodePng } from '#sandbox/service/content/png.ts';

type Rgb = readonly [number, number, number];
const red: Rgb = [255, 0, 0];
const green: Rgb = [0, 255, 0];
const blue: Rgb = [0, 0, 255];

/** An image that's red at one end, blue at the other (each `share` of it), and green in between. `across`: left to right instead of top to bottom. */
export function bandedPng(width: number, height: number, share: number, across = false): Buffer {
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const along = across ? ((at % width) + 0.5) / width : (Math.floor(at / width) + 0.5) / height;
    rgb.set(along < share ? red : along > 1 - share ? blue : green, at * 3);
  }
  return encodePng(width, height, rgb);
}

/** A PNG whose header claims this size, with almost no data. */
export function claimingPng(width: number, height: number): Buffer {
  const png = Buffer.from(encodePng(1, 1, new Uint8Array(3)));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

/** 32 × 16 pixels: the left half red, the right half blue. */
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5a' +
    'YVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAAR' +
    'CAAQACADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAA' +
    'AAcF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AzICSQEYArDV//9k=',
  'base64',
);

/** A JPEG with an EXIF `Orientation`, as from a rotated camera. */
export function turnedJpeg(turn: number, order: 'II' | 'MM' = 'II'): Buffer {
  const exif = Buffer.from('ffe1002245786966000049492a000800000001001201030001000000000000000000', 'hex');
  if (order === 'MM') Buffer.from('4d4d002a00000008000101120003000000010000', 'hex').copy(exif, 10);
  exif[order === 'II' ? 28 : 29] = turn;
  const padded = Buffer.concat([exif, Buffer.alloc(2 + 0x22 - exif.length)]);
  return Buffer.concat([jpeg.subarray(0, 2), padded, jpeg.subarray(2)]);
}

export const gif = Buffer.from('R0lGODlhAQABAPAAAOAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** The first bytes, which contain the size: 32 × 16 pixels. */
export const webp = Buffer.from('UklGRiwCAABXRUJQVlA4WAoAAAAgAAAAHwAADwAASUNDUA==', 'base64');

const segment = (marker: number, bytes: number[]): Buffer =>
  Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes]);

/** A few megabytes that take minutes to decode: a progressive JPEG with very many scans. */
export function endlessJpeg(): Buffer {
  const [height, width] = [4_000, 7_000];
  const once = [0x00, 1, ...new Array(15).fill(0), 0];
  const many = [0x10, 1, ...new Array(15).fill(0), 0xe0];
  const scan = Buffer.concat([segment(0xda, [1, 1, 0, 1, 63, 0]), Buffer.alloc(100)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...new Array(64).fill(1)]),
    segment(0xc2, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    segment(0xc4, once),
    segment(0xc4, many),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc((width * height) / 64 / 8 + 2),
    ...new Array(20_000).fill(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}
