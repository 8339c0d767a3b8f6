/**
 * Turns bytes of stored audit entries over, one at a time, and asks `ChainCheck`, which `npm run audit -- verify` walks
 * along a chain with, whether it names exactly that entry. An entry that does not fit leaves the check where it stands, so
 * one walk judges any number of flips at each entry, in the very state in which verifying a whole chain would come to it.
 */
import assert from 'node:assert/strict';
import { beginning, ChainCheck, type Stored } from '#src/audit/chain.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { createRandom } from '#test/chaos/random.ts';
import { at } from '#test/posts/card/samples.ts';
import { anEntry, auditOf } from './samples.ts';

export interface Chain {
  key: string | undefined;
  entries: Stored[];
}

const workspace = 'T1';

/** Seals so many entries of the workspace T1, without a round trip for each, and reads them back. */
export async function makeChain(
  { redis, prefix }: { redis: Redis; prefix: string },
  entries: number,
  { key }: { key?: string | undefined } = {},
): Promise<Chain> {
  const keys = createKeys(prefix);
  const texts = Array.from({ length: entries }, (_, n) => JSON.stringify({ at, ...anEntry(n + 1) }));
  await redis.rpush(keys.auditOutbox(workspace), ...texts);
  await auditOf({ redis, prefix }, { key }).tend(workspace);
  const stored = (await redis.xrangeBuffer(keys.audit(workspace), '-', '+')) as Stored[];
  assert.equal(stored.length, entries);
  return { key, entries: stored };
}

/** The bytes of an entry: of its id, and of the names and values of its fields. */
export function bytesIn([id, fields]: Stored): number {
  return fields.reduce((sum, { length }) => sum + length, id.length);
}

/** Changes the byte at this place by these bits; doing it again changes it back. */
export function turnOver([id, fields]: Stored, place: number, bits: number): void {
  let rest = place;
  for (const bytes of [id, ...fields]) {
    if (rest < bytes.length) {
      bytes.writeUInt8(bytes.readUInt8(rest) ^ bits, rest);
      return;
    }
    rest -= bytes.length;
  }
  assert.fail(`an entry has no byte ${place}`);
}

/** Answers how many flips were tried. Throws when one is taken for whole, or another entry is named. */
export function tryFlips(
  { key, entries }: Chain,
  { seed }: { seed: string },
  placesIn: (entry: Stored) => Iterable<number>,
): number {
  const random = createRandom(seed);
  const check = new ChainCheck(beginning(workspace), key);
  let tried = 0;
  for (const [i, entry] of entries.entries()) {
    for (const place of placesIn(entry)) {
      const bits = 1 + random.below(255);
      turnOver(entry, place, bits);
      const broken = check.next(entry);
      turnOver(entry, place, bits);
      tried += 1;
      if (broken?.number !== i + 1)
        assert.fail(`entry ${i + 1}, byte ${place}, bits ${bits}: named was ${JSON.stringify(broken)}`);
    }
    assert.equal(check.next(entry), undefined, `entry ${i + 1} is whole`);
  }
  return tried;
}
