/** The two fonts of all pictures: Inter, and DejaVu Sans for what Inter lacks. They're files of this repository, with their licenses. */
import { fileURLToPath } from 'node:url';

const files = (...names: string[]): string[] =>
  names.map((name) => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url)));

/** Paths of the files for each weight, in the order in which letters are looked up. */
export const fontFiles = {
  400: files('Inter-Regular', 'DejaVuSans'),
  600: files('Inter-SemiBold', 'DejaVuSans-Bold'),
} as const;
