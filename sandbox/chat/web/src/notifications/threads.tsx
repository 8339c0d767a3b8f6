import type { FollowedThread } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { ColumnHead } from '../conversation/column-head.tsx';
import { channelTitle } from '../elements/choices.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icons.tsx';
import { formatSlackDate } from '../text/dates.ts';
import { TextWithEmoji } from '../text/emoji-glyph.tsx';
import { plainIn } from '../text/names.ts';

interface ThreadsProps {
  onOpen(thread: FollowedThread): void;
  onMenu(): void;
}

/** The threads that this person follows, the one with the newest reply first. */
export function Threads({ onOpen, onMenu }: ThreadsProps) {
  const { state } = useChat();
  return (
    <main className="column column-main" aria-label="Threads">
      <ColumnHead title="Threads" icon={<Icon name="reply" size={17} />} onMenu={onMenu} />
      {state.threads.length === 0 ? (
        <p className="beginning">Threads that you start, reply to, or are mentioned in show up here.</p>
      ) : (
        <ul className="thread-cards">
          {state.threads.map((thread) => (
            <li key={`${thread.channel} ${thread.ts}`}>
              <ThreadCard thread={thread} onOpen={() => onOpen(thread)} />
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

function ThreadCard({ thread, onOpen }: { thread: FollowedThread; onOpen(): void }) {
  const { state } = useChat();
  const channel = state.channels.find((one) => one.id === thread.channel);
  const messages = state.messages[thread.channel] ?? [];
  const first = messages.find((one) => one.ts === thread.ts);
  const newest = messages.find((one) => one.ts === thread.newest);
  const sender = state.users.find((one) => one.id === newest?.user);
  return (
    <button
      type="button"
      className={thread.unread > 0 ? 'thread-card thread-card-unread' : 'thread-card'}
      onClick={onOpen}
    >
      <span className="thread-card-head">
        <span>{channel && channelTitle(channel, state)}</span>
        {thread.unread > 0 && <span className="mention-badge">{thread.unread} new</span>}
      </span>
      <span className="thread-card-line">
        <TextWithEmoji
          text={first?.deleted ? 'This message was deleted.' : plainIn(state, first?.text ?? '')}
        />
      </span>
      <span className="thread-card-newest">
        <Avatar user={sender} size={20} />
        <span className="thread-card-line">
          <TextWithEmoji text={plainIn(state, newest?.text ?? '')} />
        </span>
      </span>
      <small>
        {first?.replies === 1 ? '1 reply' : `${first?.replies ?? 0} replies`} · last reply{' '}
        {formatSlackDate(Number(thread.newest), '{ago}', state.me.zone)}
      </small>
    </button>
  );
}
