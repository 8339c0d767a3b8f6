import type { Message } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { emojiNamed } from '../text/emoji.ts';
import { EmojiGlyph } from '../text/emoji-glyph.tsx';

const quick = 'white_check_mark';
const quickEmoji = emojiNamed(quick);

/** Shown over a message on hover or keyboard focus. */
export function MessageTools({
  message,
  onThread,
}: {
  message: Message;
  onThread: (() => void) | undefined;
}) {
  const { state, perform, showToast } = useChat();
  const { channel, ts } = message;
  const copyLink = async () => {
    const reply =
      message.thread && message.thread !== ts ? `?thread_ts=${message.thread}&cid=${channel}` : '';
    const link = `${window.location.origin}/archives/${channel}/p${ts.replace('.', '')}${reply}`;
    // a browser may not let a page copy
    await navigator.clipboard.writeText(link).catch(() => showToast(`Copy this link: ${link}`));
  };
  const shortcuts = state.shortcuts
    .filter((shortcut) => shortcut.type === 'message')
    .map(({ callbackId, name, description }) => ({
      key: callbackId,
      text: name,
      detail: description,
      onPick: () => void perform('shortcut', { callbackId, channel, ts }),
    }));
  const items = [{ key: 'copy-link', text: 'Copy link', onPick: () => void copyLink() }, ...shortcuts];
  // users can't react or reply to ephemeral messages
  if (message.privateTo) return null;
  const hasReacted = message.reactions.some(
    ({ name, users }) => name === quick && users.includes(state.me.id),
  );
  return (
    <div className="message-tools">
      {quickEmoji && (
        <button
          type="button"
          className="icon-button"
          aria-label="React with ✅"
          title="React with ✅"
          aria-pressed={hasReacted}
          onClick={() => void perform('react', { channel, ts, name: quick })}
        >
          <EmojiGlyph emoji={quickEmoji} />
        </button>
      )}
      {onThread && (
        <button
          type="button"
          className="icon-button"
          aria-label="Reply in thread"
          title="Reply in thread"
          onClick={onThread}
        >
          <Icon name="reply" />
        </button>
      )}
      <Menu label="More actions" items={items}>
        <Icon name="moreUpright" />
      </Menu>
    </div>
  );
}
