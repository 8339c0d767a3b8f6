import { useChat } from '../connection/chat.tsx';
import { MrkdwnText } from '../text/mrkdwn-text.tsx';
import { Icon } from './icons.tsx';

/** Window-wide messages: Slack's notices without a channel, and refused actions. */
export function Notices() {
  const { state, perform, toasts, dismissToast } = useChat();
  const notices = state.notices.filter((notice) => !notice.channel);
  return (
    <>
      {notices.map((notice) => (
        <NoticeRow
          key={notice.id}
          text={notice.text}
          onDismiss={() => perform('dismiss', { notice: notice.id })}
        />
      ))}
      {toasts.map((toast) => (
        <NoticeRow key={toast.id} text={toast.text} onDismiss={() => dismissToast(toast.id)} />
      ))}
    </>
  );
}

export function NoticeRow({ text, onDismiss }: { text: string; onDismiss(): void }) {
  return (
    <div className="notice" role="alert">
      <MrkdwnText text={text} />
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={onDismiss}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
