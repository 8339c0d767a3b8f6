/**
 * The two fonts of all pictures: Inter, and DejaVu Sans for what Inter lacks. They're files of this
 * repository, with their licenses.
 */
import { fileURLToPath } from 'node:url';

const files = (...names: string[]): string[] =>
  names.map((name) => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url)));

/** The paths of the fonts for each weight, in the order in which glyphs are looked up. */
export const fontFiles = {
  400: files('Inter-Regular', 'DejaVuSans'),
  600: files('Inter-SemiBold', 'DejaVuSans-Bold'),
} as const;
