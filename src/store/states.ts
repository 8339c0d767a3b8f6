/** Installations that somebody began in a browser: each may be finished once, soon. */
import { createHash, randomBytes } from 'node:crypto';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

const goodForMs = 10 * 60_000;

export function createStates(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const keyOf = (state: string): string => keys.state(createHash('sha256').update(state).digest('hex'));
  return {
    /** A word that nobody can guess, good for ten minutes. */
    async begin(): Promise<string> {
      const state = randomBytes(24).toString('base64url');
      await redis.set(keyOf(state), '1', 'PX', goodForMs);
      return state;
    },

    /** True once for each word that was begun and is not too old. */
    async finish(state: string): Promise<boolean> {
      return (await redis.del(keyOf(state))) === 1;
    },
  };
}
