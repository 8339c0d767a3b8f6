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

/** Whether somebody is at this window: Slack counts nothing as read in one that is behind another. */
export function useFocused(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible' && document.hasFocus());
}
