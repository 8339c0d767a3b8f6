import { useChat } from '../connection/chat.tsx';
import { followLink, hashForUrl } from '../page-location.ts';
import { formatSlackDate, fullTime } from './dates.ts';

export function UserMention({ id, label = '' }: { id: string; label?: string }) {
  const { state } = useChat();
  const user = state.users.find((one) => one.id === id);
  const mine = id === state.me.id;
  return <span className={mine ? 'mention mention-me' : 'mention'}>@{user?.name ?? (label || id)}</span>;
}

export function ChannelMention({ id, label = '' }: { id: string; label?: string }) {
  const { state } = useChat();
  const channel = state.channels.find((one) => one.id === id);
  return <span className="mention">#{channel?.name ?? (label || id)}</span>;
}

export function GroupMention({ id, label = '' }: { id: string; label?: string }) {
  const { state } = useChat();
  const group = state.groups.find((one) => one.id === id);
  return <NamedMention name={group?.handle ?? (label || id)} />;
}

export function NamedMention({ name, loud = false }: { name: string; loud?: boolean }) {
  return (
    <span className={loud ? 'mention mention-me' : 'mention'}>
      {name.startsWith('@') ? name : `@${name}`}
    </span>
  );
}

interface SlackDateProps {
  unix: number;
  format: string;
  fallback: string;
  url: string;
  /** Whether it's first on its line: `Today` instead of `today`. */
  first: boolean;
}

export function SlackDate({ unix, format, fallback, url, first }: SlackDateProps) {
  const { state } = useChat();
  const text = formatSlackDate(unix, format, state.me.zone);
  if (text === undefined) return fallback;
  const shown = first ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  const time = <time title={fullTime(unix, state.me.zone)}>{shown}</time>;
  return url ? <ExternalLink url={url}>{time}</ExternalLink> : time;
}

interface ExternalLinkProps {
  url: string;
  children: React.ReactNode;
  /** Called if the link opens inside this page. */
  onLeave?: () => void;
}

export function ExternalLink({ url, children, onLeave }: ExternalLinkProps) {
  const page = hashForUrl(url);
  if (page)
    return (
      <a
        href={url}
        onClick={(event) => {
          followLink(page)(event);
          onLeave?.();
        }}
      >
        {children}
      </a>
    );
  return /^(?:https?:|mailto:|tel:)/i.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
}
