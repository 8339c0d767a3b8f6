import { type Emoji, splitEmoji } from './emoji.ts';
import { drawingOf } from './emoji-drawings/emoji-drawings.tsx';

export function EmojiGlyph({ emoji }: { emoji: Emoji }) {
  const drawing = drawingOf(emoji.name);
  const name = emoji.name.replaceAll('_', ' ');
  if (!drawing) return <span title={`:${emoji.name}:`}>{emoji.character}</span>;
  return (
    <svg className="emoji" viewBox="0 0 20 20" role="img" aria-label={name}>
      {drawing}
    </svg>
  );
}

/** Text with its emoji drawn; everything else stays a text node. */
export function TextWithEmoji({ text }: { text: string }) {
  return splitEmoji(text).map((piece, index) =>
    typeof piece === 'string' ? piece : <EmojiGlyph key={index} emoji={piece} />,
  );
}
