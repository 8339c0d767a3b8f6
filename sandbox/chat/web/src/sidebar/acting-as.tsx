import type { User } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import type { PageLocation } from '../page-location.ts';
import { Avatar } from '../parts/avatar.tsx';
import { counted } from '../text/names.ts';
import { zoneName } from '../text/zoned-time.ts';

const roleNames = { owner: 'owner', admin: 'admin', guest: 'guest', member: '' } as const;

/** The user's role; empty for regular members. */
const roleName = ({ role, team }: User): string => (team ? 'external' : roleNames[role]);

/** The user switcher. The user is kept in the URL, so every tab can be a different one. */
export function ActingAs({ page }: { page: PageLocation }) {
  const { state } = useChat();
  const unreadNotifications = (user: User) =>
    counted(state.unreadNotifications[user.id] ?? 0, 'unread mention');
  const users = state.users.filter((user) => !user.bot);
  return (
    <fieldset className="acting-as" aria-label="Acting as">
      <p>
        Acting as <strong>{state.me.name}</strong> · {zoneName(state.me.zone)}
      </p>
      <div className="acting-as-people">
        {users.map((user) => (
          <button
            key={user.id}
            type="button"
            className="acting-as-person"
            aria-pressed={user.id === state.me.id}
            aria-label={[`Act as ${user.name}`, roleName(user), unreadNotifications(user)]
              .filter(Boolean)
              .join(', ')}
            title={[roleName(user), unreadNotifications(user)].filter(Boolean).join(', ')}
            onClick={() => page.actAs(user.id)}
          >
            <Avatar user={user} size={24} />
            <span>{user.name}</span>
            {roleName(user) && <span className="role">{roleName(user)}</span>}
            {unreadNotifications(user) && (
              <span className="mention-badge">{state.unreadNotifications[user.id]}</span>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
