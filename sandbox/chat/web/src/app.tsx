import { ChatProvider } from './connection/chat.tsx';
import { useChatState } from './connection/event-stream.ts';
import { usePageLocation } from './page-location.ts';
import { Window } from './window.tsx';

/** Who acts when the address does not say so: the first person of the sandbox. */
const firstUser = 'U0ANA';

export function App() {
  const page = usePageLocation();
  const as = page.as || firstUser;
  const { state, connected } = useChatState(as);
  if (!state) return <p className="loading">{connected ? 'Opening the chat…' : 'Connecting to the chat…'}</p>;
  return (
    <ChatProvider state={state} connected={connected}>
      <Window page={page} />
    </ChatProvider>
  );
}
