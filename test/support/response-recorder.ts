/** Response addresses of the sandbox's Slack by name, so that a test can look at what was said at each of them. */
import type { Chat } from '#sandbox/chat/start.ts';

export interface ResponseRecorder {
  /** The response address with this name. */
  address(name: string): string;
  /** The texts that came, oldest first. */
  textsAt(name: string): string[];
}

/** From now on Slack takes everything at every response address, and shows it to nobody. */
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
