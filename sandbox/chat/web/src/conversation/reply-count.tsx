import type { Message } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { formatSlackDate } from '../text/dates.ts';

/** `3 replies`, with who replied and when last; opens the thread. */
export function ReplyCount({ message, onOpen }: { message: Message; onOpen(): void }) {
  const { state } = useChat();
  if (message.replies === 0) return null;
  const replies = (state.messages[message.channel] ?? []).filter(
    (one) => one.thread === message.ts && one.ts !== message.ts && !one.deleted,
  );
  const users = [...new Set(replies.map((one) => one.user))].slice(0, 4);
  const last = replies.at(-1);
  return (
    <button type="button" className="reply-count" onClick={onOpen}>
      {users.map((id) => (
        <Avatar key={id} user={state.users.find((user) => user.id === id)} size={22} />
      ))}
      <strong>{message.replies === 1 ? '1 reply' : `${message.replies} replies`}</strong>
      {last && <span>Last reply {formatSlackDate(Number(last.ts), '{ago}', state.me.zone)}</span>}
    </button>
  );
}
