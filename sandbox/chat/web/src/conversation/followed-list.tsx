import { type ReactNode, useEffect, useRef } from 'react';
import type { Message } from '#sandbox/chat/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import { useFollowNewest } from './follow-newest.ts';

interface FollowedListProps {
  label: string;
  messages: Message[];
  /** How often the user has sent something here. Each time, the list scrolls to its end. */
  sent: number;
  /** The `ts` of a message to scroll to and highlight. */
  targetTs?: string | undefined;
  children: ReactNode;
}

/** A list that follows the newest message. After scrolling up, it says how many have arrived below. */
export function FollowedList({ label, messages, sent, targetTs, children }: FollowedListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { left, jump } = useFollowNewest(list, messages.at(-1)?.ts ?? '', targetTs !== undefined);
  useEffect(() => {
    if (sent > 0) jump();
  }, [sent, jump]);
  useEffect(() => {
    const found = targetTs && list.current?.querySelector(`[data-ts="${CSS.escape(targetTs)}"]`);
    if (!found) return;
    found.scrollIntoView({ block: 'center' });
    found.animate([{ backgroundColor: 'var(--found)' }, {}], { duration: 2_500 });
  }, [targetTs]);
  const below = left === undefined ? 0 : messages.filter(({ ts, deleted }) => ts > left && !deleted).length;
  return (
    <div className="followed-list">
      <div ref={list} className="message-list" role="log" aria-label={label}>
        <div className="message-stack">{children}</div>
      </div>
      {below > 0 && (
        <button type="button" className="new-below" onClick={jump}>
          <Icon name="down" size={16} />
          {below === 1 ? '1 new message' : `${below} new messages`}
        </button>
      )}
    </div>
  );
}
