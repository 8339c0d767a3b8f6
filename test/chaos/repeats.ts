/** How many messages a run may repeat: Slack's `chat.postMessage` has no idempotency key (docs/guarantees.md). */
import type { Fields } from '#sandbox/chat/json.ts';
import type { Chat } from '#sandbox/chat/start.ts';

export interface Repeats {
  requests: number;
  interruptions: {
    /** Kills on purpose between sending one of these messages and noting that it was sent: each repeats one. */
    rightAfter: number;
    /** All other kills, also of Redis: each can repeat one, and few do. */
    others: number;
  };
}

/** At most so many of the messages that `isOne` knows by their arguments: each whose answer got lost is sent once more. */
export function repeatsAtMost(
  { requests, interruptions: { rightAfter, others } }: Repeats,
  { faults }: Chat,
  isOne: (args: Fields) => boolean,
): number {
  const lost = faults.applied.filter(
    ({ method, kind, args }) => method === 'chat.postMessage' && kind === 'answer-lost' && isOne(args),
  ).length;
  return rightAfter + lost + Math.min(others, Math.max(2, Math.floor(requests / 100)));
}
