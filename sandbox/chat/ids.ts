import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** An id in Slack's style: `V0` and nine capitals or digits. */
export function newId(prefix: string, length = 9): string {
  const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]);
  return `${prefix}${letters.join('')}`;
}

/** Gives every message its `ts`: seconds with six decimals, never the same one twice. */
export function createTimestamps(now: () => number): () => string {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.floor(now() * 1000));
    return `${Math.floor(last / 1e6)}.${String(last % 1e6).padStart(6, '0')}`;
  };
}
