import { type RefObject, useEffect } from 'react';

/** `focus_on_load`: after the modal has opened, which moves the focus itself. */
export function useFocusOnLoad(control: RefObject<HTMLElement | null>, wanted: boolean | undefined) {
  useEffect(() => {
    if (wanted) control.current?.focus();
  }, [control, wanted]);
}
