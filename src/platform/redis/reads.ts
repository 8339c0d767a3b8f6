/** Reads for which a person waits: those that are asked for at the same moment go to Redis together. */
import type { Redis } from './redis.ts';

export interface Reads {
  /** The text under a key, or `null`; one round trip for all that are asked for before anything is waited for. */
  get(key: string): Promise<string | null>;
}

type Waiting = PromiseWithResolvers<string | null>;

export function createReads(redis: Redis): Reads {
  let asked = new Map<string, Waiting>();

  async function send(keys: Map<string, Waiting>): Promise<void> {
    try {
      const found = await redis.mget([...keys.keys()]);
      for (const [i, { resolve }] of [...keys.values()].entries()) resolve(found[i] ?? null);
    } catch (cause) {
      for (const { reject } of keys.values()) reject(cause);
    }
  }

  function sendAll(): void {
    const all = [...asked];
    asked = new Map();
    // what stands on different nodes of a cluster cannot be read with one command
    const byNode = Map.groupBy(all, ([key]) => /\{.*?\}/.exec(key)?.[0]);
    for (const together of byNode.values()) void send(new Map(together));
  }

  return {
    get(key) {
      if (asked.size === 0) queueMicrotask(sendAll);
      const waiting: Waiting = asked.get(key) ?? Promise.withResolvers();
      asked.set(key, waiting);
      return waiting.promise;
    },
  };
}
