import type { User } from '#sandbox/chat/protocol.ts';

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return picked.map((word) => word?.charAt(0).toUpperCase() ?? '').join('');
}

/** A user's avatar: initials on their color. Hidden from screen readers, which read the name. */
export function Avatar({ user, size = 38 }: { user: User | undefined; size?: number }) {
  const name = user ? user.realName || user.name : '?';
  return (
    <span
      className={user?.bot ? 'avatar avatar-bot' : 'avatar'}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.38,
        backgroundColor: user?.color ?? '#8793a0',
      }}
      aria-hidden="true"
    >
      {initials(name)}
    </span>
  );
}
