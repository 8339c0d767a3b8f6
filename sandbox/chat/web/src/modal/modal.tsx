import type { KnownBlock, View } from '@slack/types';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Container, OpenView } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icons.tsx';
import { useSurface } from '../surface/surface.ts';
import { SurfaceBlocks } from '../surface/surface-blocks.tsx';
import { useFieldErrors } from './field-errors.ts';

/** A view's blocks. `Block` shows a placeholder for types that this page doesn't support. */
export function blocksOf(view: View): KnownBlock[] {
  return view.blocks as KnownBlock[];
}

/** One view of the stack. Views below the top stay mounted and keep their values. */
export function Modal({ open, top }: { open: OpenView; top: boolean }) {
  const { perform, state } = useChat();
  const { view, id } = open;
  const blocks = blocksOf(view);
  const box = useRef<HTMLFormElement>(null);
  const [submitting, setSubmitting] = useState(false);
  const [refusal, setRefusal] = useState('');
  const container = useMemo<Container>(() => ({ type: 'view', viewId: id }), [id]);
  const surface = useSurface(container, blocks);
  const errors = useFieldErrors(open.errors, surface.values, submitting);
  const withErrors = useMemo(() => ({ ...surface, errors }), [surface, errors]);
  const bot = state.users.find((user) => user.bot);

  useEffect(() => {
    const body = box.current?.querySelector('.dialog-body');
    if (!top || !body || body.contains(document.activeElement)) return;
    // don't scroll past the text above the first field
    body.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  }, [top, open.hash]);

  if (view.type !== 'modal') return null;

  const submit = async () => {
    if (submitting || !view.submit) return;
    setRefusal('');
    setSubmitting(true);
    const answer = await perform('submit', { viewId: id, state: surface.values });
    setSubmitting(false);
    if (!answer.ok) setRefusal(answer.error);
  };
  const close = (all: boolean) => perform('close', { viewId: id, all });

  return (
    <form
      ref={box}
      className="modal"
      hidden={!top}
      data-hash={open.hash}
      aria-busy={submitting}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <header className="dialog-head">
        <Avatar user={bot} size={28} />
        <h2>{view.title.text}</h2>
        <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => close(true)}>
          <Icon name="close" />
        </button>
      </header>
      <div className="dialog-body" inert={submitting}>
        <SurfaceBlocks surface={withErrors} blocks={blocks} />
      </div>
      {refusal && (
        <p className="modal-refusal" role="alert">
          {refusal}
        </p>
      )}
      <footer className="dialog-foot">
        <button type="button" className="button" disabled={submitting} onClick={() => close(false)}>
          {view.close?.text ?? (view.submit ? 'Cancel' : 'Close')}
        </button>
        {view.submit && (
          <button
            type="submit"
            className="button button-primary"
            disabled={submitting}
            aria-busy={submitting}
          >
            {view.submit.text}
          </button>
        )}
      </footer>
    </form>
  );
}
