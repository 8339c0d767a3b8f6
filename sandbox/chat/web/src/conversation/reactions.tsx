import type { Message, Reaction } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { emojiNamed } from '../text/emoji.ts';
import { EmojiGlyph } from '../text/emoji-glyph.tsx';

/** The reactions below a message, with counts. Pressing one toggles the user's own. */
export function Reactions({ message }: { message: Message }) {
  if (message.reactions.length === 0) return null;
  return (
    <div className="reactions">
      {message.reactions.map((one) => (
        <ReactionButton key={one.name} message={message} reaction={one} />
      ))}
    </div>
  );
}

function ReactionButton({ message, reaction }: { message: Message; reaction: Reaction }) {
  const { state, perform } = useChat();
  const { channel, ts } = message;
  const { name, users } = reaction;
  const emoji = emojiNamed(name);
  const who = users.map((id) => state.users.find((one) => one.id === id)?.name ?? id).join(', ');
  const label = `${who} reacted with ${name.replaceAll('_', ' ')}`;
  return (
    <button
      type="button"
      className="reaction"
      aria-label={label}
      aria-pressed={users.includes(state.me.id)}
      title={label}
      onClick={() => void perform('react', { channel, ts, name })}
    >
      {emoji ? <EmojiGlyph emoji={emoji} /> : `:${name}:`} {users.length}
    </button>
  );
}
