import { useChat } from '../connection/chat.tsx';
import type { PageLocation } from '../page-location.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ActingAs } from '../sidebar/acting-as.tsx';
import { Modal } from './modal.tsx';

/** The person's modals; only the last one is seen. Somebody else can be chosen beside it: the page behind is inert. */
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
