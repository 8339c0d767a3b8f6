import { useState } from 'react';
import { useChat } from '../connection/chat.tsx';

/** Shows that nothing is lost when the bot ends at a bad moment. */
export function RestartBot() {
  const { perform, showToast } = useChat();
  const [restarting, setRestarting] = useState(false);
  const restart = async () => {
    if (restarting) return;
    setRestarting(true);
    const { ok } = await perform('restart', {});
    setRestarting(false);
    if (ok)
      showToast(
        'The bot was stopped in the middle of its work. It has restarted and continues where it left off.',
      );
  };
  return (
    <button type="button" className="button" aria-busy={restarting} onClick={() => void restart()}>
      <span>Restart the bot</span>
    </button>
  );
}
