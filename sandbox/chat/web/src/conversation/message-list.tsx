import { Fragment, type ReactNode } from 'react';
import type { Message as MessageData } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { dayHeading } from '../text/dates.ts';
import { FollowedList } from './followed-list.tsx';
import { Message } from './message.tsx';

interface MessageListProps {
  messages: MessageData[];
  beginning: ReactNode;
  /** The last read `ts`: a line is shown above the next message from another user. Empty: no line. */
  newAfter: string;
  sent: number;
  targetTs: string | undefined;
  onThread(ts: string): void;
}

const groupedForSeconds = 300;

/** Whether a message is grouped with the previous one, without its own avatar and name. */
export function continuesGroup(message: MessageData, before: MessageData | undefined): boolean {
  return (
    before !== undefined &&
    // a card is never grouped, so that its title isn't right below another card's buttons
    message.blocks.length === 0 &&
    before.user === message.user &&
    before.privateTo === message.privateTo &&
    !before.deleted &&
    !message.broadcast &&
    Number(message.ts) - Number(before.ts) < groupedForSeconds
  );
}

export function MessageList({ messages, beginning, newAfter, sent, targetTs, onThread }: MessageListProps) {
  const { state } = useChat();
  const firstNew = messages.find(
    (one) => newAfter && one.ts > newAfter && one.user !== state.me.id && !one.privateTo && !one.deleted,
  );
  return (
    <FollowedList label="Messages" messages={messages} sent={sent} targetTs={targetTs}>
      <div className="beginning">{beginning}</div>
      {messages.map((message, index) => {
        const before = messages[index - 1];
        const day = dayHeading(Number(message.ts), state.me.zone);
        const newDay = !before || dayHeading(Number(before.ts), state.me.zone) !== day;
        return (
          <Fragment key={message.ts}>
            {newDay && <DayLine text={day} />}
            {message === firstNew && <NewLine />}
            <Message
              message={message}
              compact={!newDay && message !== firstNew && continuesGroup(message, before)}
              onThread={onThread}
            />
          </Fragment>
        );
      })}
    </FollowedList>
  );
}

function DayLine({ text }: { text: string }) {
  return (
    <div className="day-line">
      <span>{text}</span>
    </div>
  );
}

function NewLine() {
  return (
    <div className="new-line">
      <span>New</span>
    </div>
  );
}
