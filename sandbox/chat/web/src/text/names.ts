import type { ChatState } from '#sandbox/chat/protocol.ts';
import { plainFromMrkdwn } from './plain.ts';

/** mrkdwn as plain text, with the names that people, groups and channels have in this chat. */
export function plainIn(state: ChatState, mrkdwn: string): string {
  return plainFromMrkdwn(mrkdwn, (id) => {
    const group = state.groups.find((one) => one.id === id);
    return group
      ? `@${group.handle}`
      : [...state.people, ...state.channels].find((one) => one.id === id)?.name;
  });
}

/** `1 mention`, `2 mentions`; nothing for none. */
export function counted(count: number, one: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${one}` : `${count} ${one}s`;
}
