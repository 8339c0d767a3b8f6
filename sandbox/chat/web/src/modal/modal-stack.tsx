import { useChat } from '../connection/chat.tsx';
import type { PageLocation } from '../page-location.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ActingAs } from '../sidebar/acting-as.tsx';
import { Modal } from './modal.tsx';

/** The user's modals, of which only the top one is visible. The page behind is inert, so the user switcher is next to the modal. */
export function ModalStack({ page }: { page: PageLocation }) {
  const { perform, state } = useChat();
  const top = state.views.at(-1);
  if (top?.view.type !== 'modal') return null;
  return (
    <Dialog
      title={top.view.title.text}
      className="dialog-modal"
      onEscape={() => void perform('close', { viewId: top.id, all: false })}
    >
      {state.views.map((open) => (
        <Modal key={open.id} open={open} top={open === top} />
      ))}
      <div className="people-beside-dialog">
        <ActingAs page={page} />
      </div>
    </Dialog>
  );
}
