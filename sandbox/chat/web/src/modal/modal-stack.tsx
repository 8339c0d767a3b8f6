import { useChat } from '../connection/chat.tsx';
import { Dialog } from '../parts/dialog.tsx';
import type { Place } from '../place.ts';
import { ActingAs } from '../sidebar/acting-as.tsx';
import { Modal } from './modal.tsx';

/** The person's modals; only the last one is seen. Somebody else can be chosen beside it: the page behind is inert. */
export function ModalStack({ place }: { place: Place }) {
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
      <div className="people-beside-dialog">
        <ActingAs place={place} />
      </div>
    </Dialog>
  );
}
