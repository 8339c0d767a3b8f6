import { type Fields, isFields } from '../json.ts';

/** Block Kit properties with visible text, in display order. */
const readable = [
  'title',
  'subtitle',
  'label',
  'text',
  'body',
  'hint',
  'caption',
  'fields',
  'alt_text',
  'elements',
  'rows',
  'icon',
];

function run(leaf: unknown): string {
  if (!isFields(leaf)) return '';
  if (typeof leaf.text === 'string') return leaf.text;
  return String(leaf.url ?? leaf.name ?? leaf.user_id ?? leaf.channel_id ?? leaf.fallback ?? '');
}

function lines(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(lines);
  // interactive elements aren't text: see `buttons`
  if (!isFields(value) || value.action_id !== undefined) return [];
  if (String(value.type).startsWith('rich_text_') && value.type !== 'rich_text_list') {
    return Array.isArray(value.elements) ? [value.elements.map(run).join('')] : [];
  }
  return readable.flatMap((name) => lines(value[name]));
}

/** All visible text of these blocks, line by line. */
export function textOfBlocks(blocks: readonly unknown[]): string {
  return blocks.flatMap(lines).join('\n');
}

/** The images in these blocks, including accessories. */
export function picturesIn(blocks: readonly unknown[]): { url: string; alt: string }[] {
  const found: { url: string; alt: string }[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isFields(value)) return;
    if (value.type === 'image') found.push({ url: urlOf(value), alt: String(value.alt_text ?? '') });
    for (const name of ['accessory', 'elements', 'hero_image', 'icon']) look(value[name]);
  };
  look(blocks);
  return found;
}

function urlOf(image: Fields): string {
  return typeof image.image_url === 'string' ? image.image_url : '';
}
