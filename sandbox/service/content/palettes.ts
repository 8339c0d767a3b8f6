export type Rgb = readonly [number, number, number];

/** Sky from top to bottom, the light in it, and the hills from far (middle) to near (dark). */
export type Palette = { top: Rgb; bottom: Rgb; light: Rgb; middle: Rgb; dark: Rgb };

function palette(top: string, bottom: string, light: string, middle: string, dark: string): Palette {
  return { top: rgb(top), bottom: rgb(bottom), light: rgb(light), middle: rgb(middle), dark: rgb(dark) };
}

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

export const palettes: readonly [Palette, ...Palette[]] = [
  palette('f6d8ae', 'e8875b', 'fff4dd', 'b5533c', '3b1f2b'),
  palette('bfe3e0', '5fa8a8', 'fdf6e3', '2f7f86', '12363f'),
  palette('fbd3c6', 'd9738c', 'fff1e6', '8c4a7c', '2f1b46'),
  palette('dfe9c7', '8fb573', 'fffbe8', '4c8055', '17352b'),
  palette('cfdcf5', '7b8fd4', 'fff6e9', '45579f', '1a2050'),
  palette('ffe3a3', 'f2a23a', 'fffaf0', 'c9682b', '4a2412'),
  palette('e8d7f1', 'a77cc4', 'fff0f6', '6a4c93', '2a1a45'),
  palette('d3eef2', '71b6d8', 'fffdf5', '2e6f9e', '0f2f4d'),
];
