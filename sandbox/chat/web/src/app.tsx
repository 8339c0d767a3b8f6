import { ChatProvider } from './connection/chat.tsx';
import { useChatState } from './connection/event-stream.ts';
import { usePlace } from './place.ts';
import { Window } from './window.tsx';

/** Who acts when the address does not say so: the first person of the sandbox. */
const firstPerson = 'U0ANA';

export function App() {
  const place = usePlace();
  const as = place.as || firstPerson;
  const { state, connected } = useChatState(as);
  if (!state) return <p className="loading">{connected ? 'Opening the chat…' : 'Connecting to the chat…'}</p>;
  return (
    <ChatProvider state={state} connected={connected}>
      <Window place={place} />
    </ChatProvider>
  );
}
