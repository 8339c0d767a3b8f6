import { type Emoji, splitEmoji } from './emoji.ts';

/** Drawings from a package, the same on a machine without an emoji font, such as the one that makes the pictures for the README. */
export function EmojiGlyph({ emoji: { name, character } }: { emoji: Emoji }) {
  const points = [...character]
    .map((one) => one.codePointAt(0)?.toString(16))
    .filter((one) => one !== 'fe0f');
  return <img className="emoji" src={`/emoji/${points.join('-')}.svg`} alt={name.replaceAll('_', ' ')} />;
}

/** Text with its emoji drawn; everything else stays a text node. */
export function TextWithEmoji({ text }: { text: string }) {
  return splitEmoji(text).map((piece, index) =>
    typeof piece === 'string' ? piece : <EmojiGlyph key={index} emoji={piece} />,
  );
}
