import { type Emoji, splitEmoji } from './emoji.ts';

/** Emoji as SVG images, so they look the same on machines without an emoji font, such as where the screenshots are taken. */
export function EmojiGlyph({ emoji: { name, character } }: { emoji: Emoji }) {
  const points = [...character]
    .map((one) => one.codePointAt(0)?.toString(16))
    .filter((one) => one !== 'fe0f');
  return <img className="emoji" src={`/emoji/${points.join('-')}.svg`} alt={name.replaceAll('_', ' ')} />;
}

/** Text with emoji as images. */
export function TextWithEmoji({ text }: { text: string }) {
  return splitEmoji(text).map((piece, index) =>
    typeof piece === 'string' ? piece : <EmojiGlyph key={index} emoji={piece} />,
  );
}
