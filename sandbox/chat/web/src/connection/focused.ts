import { useSyncExternalStore } from 'react';

const changes = ['focus', 'blur', 'pageshow'];

function subscribe(listener: () => void) {
  for (const kind of changes) window.addEventListener(kind, listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    for (const kind of changes) window.removeEventListener(kind, listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Whether this window has the focus. Slack doesn't mark messages as read in other windows. */
export function useFocused(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible' && document.hasFocus());
}
