import type { Person } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { Avatar } from '../parts/avatar.tsx';
import type { Place } from '../place.ts';
import { counted } from '../text/names.ts';
import { zoneName } from '../text/zoned-time.ts';

const roleNames = { owner: 'owner', admin: 'admin', guest: 'guest', member: '' } as const;

/** What sets this person apart; empty for most people. */
const roleName = ({ role, team }: Person): string => (team ? 'external' : roleNames[role]);

/** Who the page acts as; kept in the address, so that every tab can be somebody else. */
export function ActingAs({ place }: { place: Place }) {
  const { state } = useChat();
  const waitingFor = (person: Person) => counted(state.waiting[person.id] ?? 0, 'unread mention');
  const people = state.people.filter((person) => !person.bot);
  return (
    <fieldset className="acting-as" aria-label="Acting as">
      <p>
        Acting as <strong>{state.me.name}</strong> · {zoneName(state.me.zone)}
      </p>
      <div className="acting-as-people">
        {people.map((person) => (
          <button
            key={person.id}
            type="button"
            className="acting-as-person"
            aria-pressed={person.id === state.me.id}
            aria-label={[`Act as ${person.name}`, roleName(person), waitingFor(person)]
              .filter(Boolean)
              .join(', ')}
            title={[roleName(person), waitingFor(person)].filter(Boolean).join(', ')}
            onClick={() => place.actAs(person.id)}
          >
            <Avatar person={person} size={24} />
            <span>{person.name}</span>
            {roleName(person) && <span className="role">{roleName(person)}</span>}
            {waitingFor(person) && <span className="mention-badge">{state.waiting[person.id]}</span>}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
