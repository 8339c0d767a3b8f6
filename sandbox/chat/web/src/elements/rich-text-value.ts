import type { RichTextBlock } from '@slack/types';

export function richTextFromPlain(text: string): RichTextBlock {
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
  };
}

/** All text of a `rich_text` value, each part on a line of its own; empty for anything else. */
export function richTextToPlain(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if ('text' in value && typeof value.text === 'string') return value.text;
  if (!('elements' in value) || !Array.isArray(value.elements)) return '';
  const inLine = 'type' in value && value.type === 'rich_text_section';
  return value.elements.map(richTextToPlain).join(inLine ? '' : '\n');
}
