import type { ChatState } from '#sandbox/chat/protocol.ts';
import { formatSlackDate } from './dates.ts';
import { plainFromMrkdwn } from './plain.ts';

/** mrkdwn as plain text, with the names of users, groups, and channels, and times in the reader's zone. */
export function plainIn(state: ChatState, mrkdwn: string): string {
  const nameOf = (id: string): string | undefined => {
    const group = state.groups.find((one) => one.id === id);
    return group
      ? `@${group.handle}`
      : [...state.users, ...state.channels].find((one) => one.id === id)?.name;
  };
  return plainFromMrkdwn(mrkdwn, nameOf, (unix, format) => formatSlackDate(unix, format, state.me.zone));
}

/** `1 mention`, `2 mentions`; nothing for none. */
export function counted(count: number, one: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${one}` : `${count} ${one}s`;
}
