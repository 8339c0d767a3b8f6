import { useState } from 'react';
import { useChat } from '../connection/chat.tsx';

/** Kills and restarts the bot, to show that nothing is lost. */
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
