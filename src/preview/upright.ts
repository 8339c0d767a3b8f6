/** A person's picture as SVG that shows it upright, however the camera was held. */
import type { Measured, Orientation } from '#src/media/measure.ts';

/** The size of the upright picture: with orientation 5 or higher, the camera was held sideways. */
export const upright = ({ width, height, turn }: Measured): { width: number; height: number } =>
  turn >= 5 ? { width: height, height: width } : { width, height };

/** The transformation that turns the stored picture upright. */
const turns: Record<Orientation, (width: number, height: number) => string> = {
  1: () => '1 0 0 1 0 0',
  2: (width) => `-1 0 0 1 ${width} 0`,
  3: (width, height) => `-1 0 0 -1 ${width} ${height}`,
  4: (_, height) => `1 0 0 -1 0 ${height}`,
  5: () => '0 1 1 0 0 0',
  6: (_, height) => `0 1 -1 0 ${height} 0`,
  7: (width, height) => `0 -1 -1 0 ${height} ${width}`,
  8: (width) => `0 -1 1 0 0 ${width}`,
};

export function uprightSvg(measured: Measured, bytes: Uint8Array): string {
  const { kind, width, height, turn } = measured;
  const size = upright(measured);
  const image = `<image width="${width}" height="${height}" transform="matrix(${turns[turn](width, height)})" href="${dataAddress(kind, bytes)}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${image}</svg>`;
}

/** An address that an SVG can contain. */
export const dataAddress = (kind: string, bytes: Uint8Array): string =>
  `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`;
