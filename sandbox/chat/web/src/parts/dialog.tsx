import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  title: string;
  className?: string;
  onEscape(): void;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the focus inside, makes the page behind inert, and gives the
 * focus back to where it came from when it closes.
 */
export function Dialog({ title, className = '', onEscape, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-label={title}
      aria-modal="true"
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onEscape();
      }}
      // Chromium doesn't fire `cancel` for a second Escape, so listen for the key.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        if (event.defaultPrevented) return;
        event.preventDefault();
        onEscape();
      }}
    >
      {children}
    </dialog>
  );
}
