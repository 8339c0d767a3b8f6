import type { ReactNode } from 'react';
import { Icon } from '../parts/icons.tsx';
import { MrkdwnText } from '../text/mrkdwn-text.tsx';

interface ColumnHeadProps {
  title: string;
  icon?: ReactNode;
  detail?: string;
  /** Opens the list of channels where the window is too narrow to show it. */
  onMenu?: () => void;
  children?: ReactNode;
}

export function ColumnHead({ title, icon, detail = '', onMenu, children }: ColumnHeadProps) {
  return (
    <header className="column-head">
      {onMenu && (
        <button type="button" className="icon-button column-menu" aria-label="Open the list" onClick={onMenu}>
          <Icon name="menu" />
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
