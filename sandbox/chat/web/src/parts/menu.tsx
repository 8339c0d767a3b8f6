import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Popover } from './popover.tsx';

interface MenuItem {
  key: string;
  text: ReactNode;
  detail?: string | undefined;
  onPick(): void;
}

interface MenuProps {
  /** The button's accessible name. */
  label: string;
  className?: string;
  /** Which edge of the button the menu aligns with. */
  align?: 'start' | 'end';
  busy?: boolean;
  children: ReactNode;
  items: MenuItem[];
}

/** A button that opens a menu. */
export function Menu(props: MenuProps) {
  const { label, className = 'icon-button', align = 'end', busy = false, children, items } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const closeAndReturn = () => {
    close();
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-busy={busy}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <Popover anchor={button} align={align} onClose={close}>
          <MenuList label={label} items={items} onClose={closeAndReturn} />
        </Popover>
      )}
    </>
  );
}

function MenuList({ label, items, onClose }: { label: string; items: MenuItem[]; onClose(): void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (step) {
      event.preventDefault();
      buttons.at((at + step) % buttons.length)?.focus();
    }
  };

  return (
    <div ref={list} role="menu" aria-label={label} className="menu" tabIndex={-1} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="menuitem"
          className="menu-item"
          onClick={() => {
            onClose();
            item.onPick();
          }}
        >
          <span>{item.text}</span>
          {item.detail && <small>{item.detail}</small>}
        </button>
      ))}
    </div>
  );
}
