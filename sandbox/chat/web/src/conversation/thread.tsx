import { useEffect, useState } from 'react';
import type { Channel, Message as MessageData } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { useFocused } from '../connection/focused.ts';
import type { SentFile } from '../connection/user-actions.ts';
import { channelTitle } from '../elements/choices.ts';
import { Icon } from '../parts/icons.tsx';
import { ColumnHead } from './column-head.tsx';
import { Composer } from './composer.tsx';
import { FollowedList } from './followed-list.tsx';
import { Message } from './message.tsx';
import { continuesGroup } from './message-list.tsx';

interface ThreadProps {
  channel: Channel;
  root: MessageData;
  /** The `ts` of a reply to be shown; absent: the newest. */
  targetTs: string | undefined;
  onClose(): void;
}

export function Thread({ channel, root, targetTs, onClose }: ThreadProps) {
  const { state, perform, showToast } = useChat();
  const focused = useFocused();
  const [sent, setSent] = useState(0);
  const replies = (state.messages[channel.id] ?? []).filter(
    (message) => message.thread === root.ts && message.ts !== root.ts,
  );
  const newest = replies.at(-1)?.ts ?? root.ts;
  const unread = state.threads.find((one) => one.channel === channel.id && one.ts === root.ts)?.unread ?? 0;
  useEffect(() => {
    if (focused && unread > 0) void perform('read', { channel: channel.id, thread: root.ts, upTo: newest });
  }, [perform, focused, unread, channel.id, root.ts, newest]);
  const send = async (text: string, attached: SentFile[]) => {
    const files = attached.map((file) => file.id);
    if (!text.startsWith('/')) {
      setSent((times) => times + 1);
      return perform('message', { channel: channel.id, text, thread: root.ts, files });
    }
    showToast(`${text.split(' ', 1)[0]} is not supported in threads. Use it in the channel.`);
    return { ok: false };
  };
  return (
    <aside className="column column-thread" aria-label="Thread">
      <ColumnHead title="Thread" detail={channelTitle(channel, state)}>
        <button type="button" className="icon-button" aria-label="Close thread" onClick={onClose}>
          <Icon name="close" />
        </button>
      </ColumnHead>
      <FollowedList label="Replies" messages={replies} sent={sent} targetTs={targetTs}>
        <Message message={root} compact={false} />
        <div className="day-line day-line-left">
          <span>{root.replies === 1 ? '1 reply' : `${root.replies} replies`}</span>
        </div>
        {replies.map((message, index) => (
          <Message key={message.ts} message={message} compact={continuesGroup(message, replies[index - 1])} />
        ))}
      </FollowedList>
      {!channel.archived && <Composer label="Reply in thread" commands={[]} focused onSend={send} />}
    </aside>
  );
}
