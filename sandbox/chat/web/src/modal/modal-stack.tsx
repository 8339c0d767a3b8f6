import { useChat } from '../connection/chat.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Modal } from './modal.tsx';

/** The person's modals; only the last one is seen. */
export function ModalStack() {
  const { act, state } = useChat();
  const top = state.views.at(-1);
  if (top?.view.type !== 'modal') return null;
  return (
    <Dialog
      title={top.view.title.text}
      className="dialog-modal"
      onEscape={() => void act('close', { viewId: top.id, all: false })}
    >
      {state.views.map((open) => (
        <Modal key={open.id} open={open} top={open === top} />
      ))}
    </Dialog>
  );
}
