/** How many messages a run may repeat: Slack's `chat.postMessage` has no idempotency key (docs/guarantees.md). */
import type { Fields } from '#sandbox/chat/json.ts';
import type { Chat } from '#sandbox/chat/start.ts';

export interface Repeats {
  requests: number;
  interruptions: {
    /** Planned kills between sending such a message and recording it. Each repeats one message. */
    rightAfter: number;
    /** All other kills, also of Redis. Each can repeat a message, but few do. */
    others: number;
  };
}

/**
 * The maximum number of repeats of messages for which `isOne` returns true. Messages with a lost response are repeated
 * once. `jobs`: how many jobs send such messages; one kill of Redis can hit them all.
 */
export function repeatsAtMost(
  { requests, interruptions: { rightAfter, others } }: Repeats,
  { faults }: Chat,
  isOne: (args: Fields) => boolean,
  jobs = 1,
): number {
  const lost = faults.applied.filter(
    ({ method, kind, args }) => method === 'chat.postMessage' && kind === 'answer-lost' && isOne(args),
  ).length;
  return rightAfter + lost + Math.min(others, Math.max(2, jobs, Math.floor(requests / 100)));
}
