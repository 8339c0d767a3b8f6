import type { ReactNode } from 'react';
import type { ShownChannel } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { useFocused } from '../connection/focused.ts';
import { channelTitle } from '../elements/choices.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icons.tsx';
import { counted } from '../text/names.ts';

interface RowProps {
  label: string;
  icon: ReactNode;
  current?: boolean;
  /** The number of unread messages. If there are any, the row is bold. */
  unread?: number;
  /** The number on its badge. */
  mentions?: number;
  faded?: boolean;
  onClick(): void;
}

export function Row(props: RowProps) {
  const { label, icon, current = false, unread = 0, mentions = 0, faded = false, onClick } = props;
  const counts = [counted(unread, 'unread message'), counted(mentions, 'mention')].filter(Boolean);
  const classes = ['row', unread > 0 && 'row-unread', faded && 'row-faded'].filter(Boolean).join(' ');
  return (
    <li>
      <button
        type="button"
        className={classes}
        aria-current={current ? 'page' : undefined}
        aria-label={counts.length > 0 ? [label, ...counts].join(', ') : undefined}
        onClick={onClick}
      >
        <span className="row-icon">{icon}</span>
        <span className="row-label">{label}</span>
        {mentions > 0 && <span className="mention-badge">{mentions}</span>}
      </button>
    </li>
  );
}

interface ChannelRowProps {
  channel: ShownChannel;
  current: boolean;
  onOpen(id: string): void;
}

export function ChannelRow({ channel, current, onOpen }: ChannelRowProps) {
  const { state } = useChat();
  // The open channel is about to be marked as read.
  const isInView = useFocused() && current;
  const other = channel.members.find((id) => id !== state.me.id) ?? state.me.id;
  const user = state.users.find((one) => one.id === other);
  const sign = channel.archived ? 'archive' : channel.kind === 'private' ? 'lock' : 'hash';
  return (
    <Row
      label={channel.kind === 'direct' ? channelTitle(channel, state) : channel.name}
      icon={channel.kind === 'direct' ? <Avatar user={user} size={20} /> : <Icon name={sign} size={16} />}
      current={current}
      unread={isInView ? 0 : channel.unread}
      mentions={isInView ? 0 : channel.mentions}
      faded={channel.archived}
      onClick={() => onOpen(channel.id)}
    />
  );
}
