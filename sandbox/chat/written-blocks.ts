import type { RichTextBlock, RichTextElement } from '@slack/types';
import { emojiNamed } from './web/src/text/emoji.ts';

/** What Slack makes of the words that a person writes: only these blocks have the characters of its emoji. */
export function writtenBlocks(text: string): RichTextBlock[] {
  const elements: RichTextElement[] = [];
  let from = 0;
  const say = (until: number) => {
    if (until > from) elements.push({ type: 'text', text: text.slice(from, until) });
  };
  for (const { 0: written, 1: name = '', index } of text.matchAll(/:([a-z0-9_+'-]+):/g)) {
    const emoji = emojiNamed(name);
    if (!emoji) continue;
    say(index);
    const unicode = [...emoji.character].map((one) => one.codePointAt(0)?.toString(16)).join('-');
    elements.push({ type: 'emoji', name, unicode });
    from = index + written.length;
  }
  say(text.length);
  return [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }];
}
