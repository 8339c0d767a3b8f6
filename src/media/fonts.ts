/**
 * The two fonts of all pictures that Presscheck draws: Inter, and DejaVu Sans for the scripts that Inter has no letters of. They're files of
 * this repository, so that a picture is the same on every machine; their licenses are beside them.
 */
import { fileURLToPath } from 'node:url';

const files = (...names: string[]): string[] =>
  names.map((name) => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url)));

/** Paths of the files for each weight, in the order in which letters are looked up. */
export const fontFiles = {
  400: files('Inter-Regular', 'DejaVuSans'),
  600: files('Inter-SemiBold', 'DejaVuSans-Bold'),
} as const;
