import type { Message as MessageData } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icons.tsx';
import { clockTime, fullTime } from '../text/dates.ts';
import { plainIn } from '../text/names.ts';
import { MessageBody } from './message-body.tsx';
import { MessageTools } from './message-tools.tsx';
import { Reactions } from './reactions.tsx';
import { ReplyCount } from './reply-count.tsx';

interface MessageProps {
  message: MessageData;
  compact: boolean;
  /** Opens the thread below it; absent inside a thread. */
  onThread?: (ts: string) => void;
}

export function Message({ message, compact, onThread }: MessageProps) {
  const { state } = useChat();
  const user = state.users.find((one) => one.id === message.user);
  const name = user?.realName || user?.name || message.user;
  const sentAt = Number(message.ts);
  const time = clockTime(sentAt, state.me.zone);
  const label = `${name} at ${time}: ${plainIn(state, message.text)}`;
  const openThread =
    onThread && !message.privateTo ? () => onThread(message.thread ?? message.ts) : undefined;
  if (message.deleted) {
    return (
      <article
        className="message message-deleted"
        aria-label={`${name} at ${time}: deleted`}
        data-ts={message.ts}
      >
        <div className="message-side" />
        <div className="message-main">
          <p className="message-gone">This message was deleted.</p>
          {openThread && <ReplyCount message={message} onOpen={openThread} />}
        </div>
      </article>
    );
  }
  const kind = ['message', compact && 'message-compact', message.privateTo && 'message-private'];
  return (
    <article className={kind.filter(Boolean).join(' ')} aria-label={label} data-ts={message.ts}>
      <div className="message-side">
        {compact ? (
          <time className="message-small-time">{time.replace(/ [AP]M$/, '')}</time>
        ) : (
          <Avatar user={user} />
        )}
      </div>
      <div className="message-main">
        {message.privateTo && (
          <p className="message-privacy">
            <Icon name="eye" size={14} /> Only visible to you
          </p>
        )}
        {!compact && (
          <div className="message-head">
            <strong>{name}</strong>
            {user?.bot && <span className="app-badge">APP</span>}
            <time title={fullTime(sentAt, state.me.zone)}>{time}</time>
          </div>
        )}
        {message.broadcast && <Broadcast message={message} onThread={openThread} />}
        <MessageBody message={message} />
        <Reactions message={message} />
        {openThread && <ReplyCount message={message} onOpen={openThread} />}
      </div>
      <MessageTools message={message} onThread={openThread} />
    </article>
  );
}

/** The line above a broadcast reply: its thread, or, inside the thread, that it was also sent to the channel. */
function Broadcast({ message, onThread }: { message: MessageData; onThread: (() => void) | undefined }) {
  const { state } = useChat();
  if (!onThread) return <p className="message-broadcast">Also sent to the channel</p>;
  const first = state.messages[message.channel]?.find((one) => one.ts === message.thread);
  const words = first && !first.deleted ? plainIn(state, first.text) : '';
  return (
    <p className="message-broadcast">
      replied to a thread:{' '}
      <button type="button" onClick={onThread}>
        {words || 'View thread'}
      </button>
    </p>
  );
}
