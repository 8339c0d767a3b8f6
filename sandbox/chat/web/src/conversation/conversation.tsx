import { useEffect, useState } from 'react';
import type { ShownChannel } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { useFocused } from '../connection/focused.ts';
import { channelTitle } from '../elements/choices.ts';
import { Icon } from '../parts/icons.tsx';
import { NoticeRow } from '../parts/notices.tsx';
import { ColumnHead } from './column-head.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';

interface ConversationProps {
  channel: ShownChannel;
  /** The `ts` of the message to scroll to; absent: the newest. */
  targetTs: string | undefined;
  onThread(ts: string): void;
  onMenu(): void;
}

export function Conversation({ channel, targetTs, onThread, onMenu }: ConversationProps) {
  const { state, perform } = useChat();
  const { id, unread, readUpTo } = channel;
  const focused = useFocused();
  const title = channelTitle(channel, state);
  const messages = (state.messages[id] ?? []).filter(
    (message) => !message.thread || message.thread === message.ts || message.broadcast,
  );
  const [sent, setSent] = useState(0);
  const notices = state.notices.filter((notice) => notice.channel === id);

  // The last read message when the channel was opened, or when the window lost the focus.
  const [newAfter, setNewAfter] = useState(unread > 0 ? readUpTo : '');
  if (!focused && unread > 0 && newAfter !== readUpTo) setNewAfter(readUpTo);

  const newest = messages.at(-1)?.ts ?? '';
  useEffect(() => {
    if (focused && unread > 0) void perform('read', { channel: id, upTo: newest });
  }, [perform, id, focused, unread, newest]);

  return (
    <main className="column column-main" aria-label={title}>
      <ColumnHead
        title={title.replace(/^#/, '')}
        icon={
          channel.kind === 'direct' ? undefined : (
            <Icon name={channel.kind === 'private' ? 'lock' : 'hash'} size={17} />
          )
        }
        detail={channel.topic}
        onMenu={onMenu}
      />
      <MessageList
        messages={messages}
        newAfter={newAfter}
        sent={sent}
        targetTs={targetTs}
        onThread={onThread}
        beginning={<p>This is the beginning of {title}.</p>}
      />
      {notices.length > 0 && (
        <div className="column-notices">
          {notices.map((notice) => (
            <NoticeRow
              key={notice.id}
              text={notice.text}
              onDismiss={() => perform('dismiss', { notice: notice.id })}
            />
          ))}
        </div>
      )}
      {channel.archived ? (
        <p className="archived-note">
          <Icon name="archive" size={16} /> This channel is archived. You can read it, but you can’t post.
        </p>
      ) : (
        <Composer
          label={`Message ${title}`}
          commands={state.commands}
          shortcuts={state.shortcuts.filter((one) => one.type === 'global')}
          onShortcut={({ callbackId }) => {
            setSent((times) => times + 1);
            void perform('shortcut', { callbackId, channel: id });
          }}
          onSend={(text, files) => {
            setSent((times) => times + 1);
            setNewAfter('');
            return text.startsWith('/')
              ? perform('command', { channel: id, text })
              : perform('message', { channel: id, text, files: files.map((file) => file.id) });
          }}
        />
      )}
    </main>
  );
}
