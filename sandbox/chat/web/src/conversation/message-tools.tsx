import type { Message } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';

/** Appears over a message under the pointer or the keyboard's focus. */
export function MessageTools({
  message,
  onThread,
}: {
  message: Message;
  onThread: (() => void) | undefined;
}) {
  const { state, act } = useChat();
  const { channel, ts } = message;
  const items = state.shortcuts
    .filter((shortcut) => shortcut.type === 'message' && !message.privateTo)
    .map(({ callbackId, name, description }) => ({
      key: callbackId,
      text: name,
      detail: description,
      onPick: () => void act('shortcut', { callbackId, channel, ts }),
    }));
  if (!onThread && items.length === 0) return null;
  return (
    <div className="message-tools">
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
      {items.length > 0 && (
        <Menu label="More actions" items={items}>
          <Icon name="moreUpright" />
        </Menu>
      )}
    </div>
  );
}
