/**
 * Verifies a workspace's audit trail from its first entry to its head, and names the first entry that doesn't
 * match.
 */

import { readJson } from '#src/platform/json.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { type Broken, beginning, ChainCheck, type Head, headSchema, type Stored } from './chain.ts';

export interface Verified {
  /** How many entries match, from the first that is kept. */
  entries: number;
  head: { number: number; hash: string };
  /** With a key: how many entries match without it, because they were written before it was set. */
  unkeyed: number;
  /** How many entries are written but not in the chain yet. */
  waiting: number;
  broken?: Broken;
}

interface Places {
  chain: string;
  head: string;
  outbox: string;
}

const readAtOnce = 1_000;

export async function verifyChain(
  redis: Redis,
  places: Places,
  workspace: string,
  key: string | undefined,
): Promise<Verified> {
  const waiting = await redis.llen(places.outbox);
  for (;;) {
    const json = await redis.get(places.head);
    const head = json === null ? beginning(workspace) : readHead(json);
    if (!head) return unreadable(waiting);
    // if nothing was trimmed, the chain begins with the workspace's id, not with what the note says
    const base = head.base.number === 0 ? beginning(workspace) : head.base;
    const check = new ChainCheck(base, key);
    const broken = (await walk(redis, places.chain, check, head)) ?? check.end(head);
    const [last] = await redis.xrevrange(places.chain, '+', '-', 'COUNT', 1);
    // after the last entry, which must not be newer than the head
    const now = await redis.get(places.head);
    // trimmed in the meantime, so the missing entries were removed on purpose
    if (broken && now !== null && readHead(now)?.base.number !== head.base.number) continue;
    // entries that were sealed in the meantime come after this head, and are checked next time
    const found = broken ?? (now === json ? goesOn(last?.[0], head) : undefined);
    return {
      entries: check.number - head.base.number,
      head: { number: check.number, hash: check.hash },
      unkeyed: key === undefined ? 0 : check.unkeyed,
      waiting,
      ...(found && { broken: found }),
    };
  }
}

const readHead = (json: string): Head | undefined => headSchema.safeParse(readJson(json)).data;

const unreadable = (waiting: number): Verified => ({
  entries: 0,
  head: { number: 0, hash: '' },
  unkeyed: 0,
  waiting,
  broken: { number: 1, why: 'the note of the head cannot be read, so nothing says where the chain ends' },
});

async function walk(redis: Redis, chain: string, check: ChainCheck, head: Head): Promise<Broken | undefined> {
  // starts at the beginning of the stream, to notice entries before the base, too
  for (let from = '-'; check.number < head.number; ) {
    const stored = (await redis.xrangeBuffer(chain, from, '+', 'COUNT', readAtOnce)) as Stored[];
    for (const one of stored) {
      if (check.number === head.number) return undefined;
      const broken = check.next(one);
      if (broken) return broken;
    }
    if (stored.length < readAtOnce) return undefined;
    from = `(${stored.at(-1)?.[0].toString('latin1')}`;
  }
  return undefined;
}

/** Whether `last`, the id of the chain's last entry, comes after the head, so that Presscheck didn't write it. */
function goesOn(last: string | undefined, head: Head): Broken | undefined {
  if (last === undefined || last === `${head.number}-0`) return undefined;
  return { number: Number.parseInt(last, 10), why: 'it comes after the recorded end of the chain' };
}
