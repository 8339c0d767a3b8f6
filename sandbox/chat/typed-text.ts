import type { RichTextBlock, RichTextElement } from '@slack/types';
import { emojiNamed, emojiOf } from './web/src/text/emoji.ts';

/** The lightest skin tone, Slack's number 2. */
const firstTone = 0x1f3fb;

/** A typed text as Slack stores it: emoji characters become their `:name:` if the chat knows it. */
export function withEmojiNames(text: string): string {
  // after a letter, `:name:` wouldn't be read as an emoji
  return text.replaceAll(/(?<!\w)\p{RGI_Emoji}/gv, (written) => {
    const [, tone] = /.([\u{1f3fb}-\u{1f3ff}])$/u.exec(written) ?? [];
    const emoji = emojiOf(tone ? written.slice(0, -tone.length) : written);
    if (!emoji) return written;
    const number = tone && Number(tone.codePointAt(0)) - firstTone + 2;
    return number ? `:${emoji.name}::skin-tone-${number}:` : `:${emoji.name}:`;
  });
}

const named = /:([a-z0-9_+'-]+):(?::skin-tone-([2-6]):)?/g;

/** The rich text block that Slack makes of a typed message. Only this has the emoji's code points. */
export function richTextOf(text: string): RichTextBlock[] {
  const elements: RichTextElement[] = [];
  let from = 0;
  const say = (until: number) => {
    if (until > from) elements.push({ type: 'text', text: text.slice(from, until) });
  };
  for (const { 0: written, 1: name = '', 2: tone, index } of text.matchAll(named)) {
    const emoji = emojiNamed(name);
    if (!emoji) continue;
    say(index);
    const points = [...emoji.character].map((one) => Number(one.codePointAt(0)));
    if (tone) points.push(firstTone + Number(tone) - 2);
    const unicode = points.map((point) => point.toString(16)).join('-');
    elements.push({ type: 'emoji', name, unicode, ...(tone && { skin_tone: Number(tone) }) });
    from = index + written.length;
  }
  say(text.length);
  return [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }];
}
