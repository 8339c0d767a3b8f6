import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of three bytes for each pixel, row after row. */
export function encodePng(width: number, height: number, rgb: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // eight bits, colour, no palette, no interlace
  const data = deflateSync(filterRows(width, height, rgb), { level: 6 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Filter 1 (each byte minus that of the previous pixel) compresses gradients well. */
function filterRows(width: number, height: number, rgb: Uint8Array): Uint8Array {
  const stride = width * 3;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const to = y * (stride + 1);
    const from = y * stride;
    rows[to] = 1;
    for (let x = 0; x < stride; x += 1) {
      const before = x < 3 ? 0 : (rgb[from + x - 3] ?? 0);
      rows[to + 1 + x] = (rgb[from + x] ?? 0) - before;
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
