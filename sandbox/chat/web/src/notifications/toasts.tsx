import { useRef } from 'react';
import type { Notification } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icons.tsx';
import { TextWithEmoji } from '../text/emoji-glyph.tsx';
import { useToasts } from './use-toasts.ts';

const mostAtOnce = 3;

interface NotificationToastsProps {
  /** Whether the message is already visible in the window, so it needs no toast. */
  isInView(notification: Notification): boolean;
  onOpen(notification: Notification): void;
}

/** Toasts for the newest notifications. */
export function NotificationToasts({ isInView, onOpen }: NotificationToastsProps) {
  const area = useRef<HTMLElement>(null);
  const { toasts, dismiss } = useToasts(area, isInView);
  const shown = toasts.slice(-mostAtOnce).reverse();
  const more = toasts.slice(0, -mostAtOnce);
  return (
    // Rendered before the first notification, because screen readers announce only additions to a live region.
    <section ref={area} className="notifications" aria-label="Notifications" aria-live="polite">
      {shown.map((notification) => (
        <NotificationToast
          key={notification.ts}
          notification={notification}
          onOpen={() => {
            dismiss([notification]);
            onOpen(notification);
          }}
          onDismiss={() => dismiss([notification])}
        />
      ))}
      {more.length > 0 && (
        <p className="notifications-more">
          and {more.length} more
          <button type="button" onClick={() => dismiss(toasts)}>
            Dismiss all
          </button>
        </p>
      )}
    </section>
  );
}

interface NotificationToastProps {
  notification: Notification;
  onOpen(): void;
  onDismiss(): void;
}

function NotificationToast({ notification, onOpen, onDismiss }: NotificationToastProps) {
  const { state } = useChat();
  const sender = state.users.find((one) => one.id === notification.from);
  const name = sender?.name ?? notification.from;
  return (
    <div className="notification">
      <button type="button" className="notification-open" onClick={onOpen}>
        <Avatar user={sender} size={34} />
        <span className="notification-words">
          <strong>{titleOf(name, notification)}</strong>
          <span>
            <TextWithEmoji text={notification.text || 'New message'} />
          </span>
        </span>
      </button>
      <button type="button" className="icon-button" aria-label="Dismiss notification" onClick={onDismiss}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

function titleOf(name: string, { channelName: page, reason, thread }: Notification): string {
  if (reason === 'direct_message') return name;
  if (thread && !page.startsWith('#')) return `${name} in a thread`;
  return thread ? `${name} in a thread in ${page}` : `${name} in ${page}`;
}
