import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A Slack-style ID: the prefix and random capitals and digits, such as `V0` and nine more. */
export function newId(prefix: string, length = 9): string {
  const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]);
  return `${prefix}${letters.join('')}`;
}

/** Generates the `ts` of messages: seconds with six decimals, always unique and increasing. */
export function createTimestamps(now: () => number): () => string {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.floor(now() * 1000));
    return `${Math.floor(last / 1e6)}.${String(last % 1e6).padStart(6, '0')}`;
  };
}
