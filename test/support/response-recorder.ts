/** Named response URLs of the sandbox chat that record what they receive. */
import type { Chat } from '#sandbox/chat/start.ts';

export interface ResponseRecorder {
  /** The response URL with this name. */
  address(name: string): string;
  /** The texts received at this URL, oldest first. */
  textsAt(name: string): string[];
}

/** From now on, all response URLs accept anything, and show it to no one. */
export function recordResponses(chat: Chat): ResponseRecorder {
  chat.faults.next('response_url', { kind: 'answers', with: {} }, Number.POSITIVE_INFINITY);
  const pathOf = (name: string): string => `/response/${encodeURIComponent(name)}`;
  const byPath = new Map<string, string[]>();
  let read = 0;
  return {
    address: (name) => chat.url + pathOf(name),
    textsAt(name) {
      for (const { path = '', args } of chat.calls.slice(read))
        byPath.set(path, [...(byPath.get(path) ?? []), String(args.text)]);
      read = chat.calls.length;
      return byPath.get(pathOf(name)) ?? [];
    },
  };
}
