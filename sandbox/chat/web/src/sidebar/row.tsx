import type { ReactNode } from 'react';
import type { ShownChannel } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { channelTitle } from '../elements/choices.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icons.tsx';

interface RowProps {
  label: string;
  icon: ReactNode;
  current?: boolean;
  unread?: number;
  faded?: boolean;
  onClick(): void;
}

export function Row({ label, icon, current = false, unread = 0, faded = false, onClick }: RowProps) {
  const classes = ['row', unread > 0 && 'row-unread', faded && 'row-faded'].filter(Boolean).join(' ');
  return (
    <li>
      <button type="button" className={classes} aria-current={current ? 'page' : undefined} onClick={onClick}>
        <span className="row-icon">{icon}</span>
        <span className="row-label">{label}</span>
        {unread > 0 && (
          <span className="badge">
            {unread}
            <span className="visually-hidden"> unread</span>
          </span>
        )}
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
  const other = channel.members.find((id) => id !== state.me.id) ?? state.me.id;
  const person = state.people.find((one) => one.id === other);
  const sign = channel.archived ? 'archive' : channel.kind === 'private' ? 'lock' : 'hash';
  return (
    <Row
      label={channel.kind === 'direct' ? channelTitle(channel, state) : channel.name}
      icon={channel.kind === 'direct' ? <Avatar person={person} size={20} /> : <Icon name={sign} size={16} />}
      current={current}
      unread={current ? 0 : channel.unread}
      faded={channel.archived}
      onClick={() => onOpen(channel.id)}
    />
  );
}
