import type { ReactNode } from 'react';
import { useChat } from '../connection/chat.tsx';
import { Icon } from '../parts/icons.tsx';
import { MrkdwnText } from '../text/mrkdwn-text.tsx';
import { counted } from '../text/names.ts';

interface ColumnHeadProps {
  title: string;
  icon?: ReactNode;
  detail?: string;
  /** Opens the sidebar in a narrow window. */
  onMenu?: () => void;
  children?: ReactNode;
}

export function ColumnHead({ title, icon, detail = '', onMenu, children }: ColumnHeadProps) {
  const { state } = useChat();
  // A narrow window hides the sidebar and its badges.
  const waiting = state.unreadNotifications[state.me.id] ?? 0;
  const menu = ['Open the list', counted(waiting, 'unread mention')].filter(Boolean).join(', ');
  return (
    <header className="column-head">
      {onMenu && (
        <button type="button" className="icon-button column-menu" aria-label={menu} onClick={onMenu}>
          <Icon name="menu" />
          {waiting > 0 && <span className="mention-badge">{waiting}</span>}
        </button>
      )}
      <h1>
        {icon}
        <span>{title}</span>
      </h1>
      {detail && (
        <div className="column-detail" title={detail}>
          <MrkdwnText text={detail} />
        </div>
      )}
      {children}
    </header>
  );
}
