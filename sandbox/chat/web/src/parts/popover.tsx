import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface PopoverProps {
  anchor: RefObject<HTMLElement | null>;
  /** Whether it's as wide as its anchor, like a select's list. Menus fit their content. */
  matchWidth?: boolean;
  align?: 'start' | 'end';
  onClose(): void;
  children: ReactNode;
}

const gap = 4;
const margin = 8;
const preferredHeight = 320;

function position(anchor: DOMRect, matchWidth: boolean, align: 'start' | 'end'): CSSProperties {
  const below = window.innerHeight - anchor.bottom - gap - margin;
  const above = anchor.top - gap - margin;
  const upwards = below < Math.min(preferredHeight, 180) && above > below;
  return {
    ...(upwards ? { bottom: window.innerHeight - anchor.top + gap } : { top: anchor.bottom + gap }),
    ...(align === 'end'
      ? { right: Math.max(margin, window.innerWidth - anchor.right) }
      : { left: Math.min(anchor.left, window.innerWidth - (matchWidth ? anchor.width : 240) - margin) }),
    ...(matchWidth ? { width: anchor.width } : {}),
    maxHeight: Math.min(preferredHeight, upwards ? above : below),
  };
}

/** A list or menu in the browser's top layer, so that no scroll container clips it. */
export function Popover({ anchor, matchWidth = false, align = 'start', onClose, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  const [style, setStyle] = useState<CSSProperties>({});

  useLayoutEffect(() => {
    const follow = () => {
      if (anchor.current) setStyle(position(anchor.current.getBoundingClientRect(), matchWidth, align));
    };
    box.current?.showPopover();
    follow();
    // The field moves when the modal scrolls or when a chip makes it taller.
    window.addEventListener('scroll', follow, true);
    window.addEventListener('resize', follow);
    const watch = new ResizeObserver(follow);
    if (anchor.current) watch.observe(anchor.current);
    return () => {
      window.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', follow);
      watch.disconnect();
    };
  }, [anchor, matchWidth, align]);

  useEffect(() => {
    const outside = (event: PointerEvent) => {
      const target = event.target;
      if (!(target instanceof Node)) return;
      if (!box.current?.contains(target) && !anchor.current?.contains(target)) onClose();
    };
    window.addEventListener('pointerdown', outside);
    return () => window.removeEventListener('pointerdown', outside);
  }, [anchor, onClose]);

  return (
    <div ref={box} popover="manual" className="popover" style={style}>
      {children}
    </div>
  );
}
