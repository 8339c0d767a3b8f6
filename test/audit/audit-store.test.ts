import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Stored as Entry } from '#src/audit/chain.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { createRandom, type Random } from '#test/chaos/random.ts';
import { isLong, shareOf } from '#test/support/long-tests.ts';
import { type Stored, startStored } from '#test/support/stored.ts';
import { bytesIn, makeChain, tryFlips, turnOver } from './flips.ts';
import { anEntry, auditOf } from './samples.ts';

const keyOfTests = 'a key of sixteen or more';

/** Rewrites the chain, like someone with access to Redis could. */
const rewrite = `
redis.call('DEL', KEYS[1])
local at = tonumber(ARGV[1])
local all = redis.call('XRANGE', KEYS[2], '-', '+')
for i, one in ipairs(all) do
  if i < at or i > at + tonumber(ARGV[2]) - 1 then redis.call('XADD', KEYS[1], one[1], unpack(one[2])) end
  if i == at then
    for j = 3, #ARGV, 5 do redis.call('XADD', KEYS[1], ARGV[j], ARGV[j + 1], ARGV[j + 2], ARGV[j + 3], ARGV[j + 4]) end
  end
end
return #all`;

/** Lets `change` change the entry with this number and those behind it; `others` is how many it takes the place of. */
async function tamper(
  { redis, prefix }: Stored,
  number: number,
  others: number,
  lines: Entry[],
): Promise<void> {
  const chain = createKeys(prefix).audit('T1');
  const original = `${chain}-original`;
  if ((await redis.exists(original)) === 0) await redis.rename(chain, original);
  const args = lines.flatMap(([id, fields]) => [id, ...fields]);
  await redis.eval(rewrite, 2, chain, original, number, others, ...args);
}

/** The stored entry with this number, of a chain that may have been tampered with. */
async function stored({ redis, prefix }: Stored, number: number): Promise<Entry> {
  const chain = createKeys(prefix).audit('T1');
  const from = (await redis.exists(`${chain}-original`)) ? `${chain}-original` : chain;
  const [line] = (await redis.xrangeBuffer(from, `${number}-0`, `${number}-0`)) as Entry[];
  assert.ok(line);
  return line;
}

/** Copies a part of a chain, with the entries with these IDs from another chain. Redis is blocked meanwhile. */
const mix = `
local broken = {}
for i = 3, #ARGV do broken[ARGV[i]] = true end
local from = redis.call('XRANGE', KEYS[3], ARGV[1], ARGV[2])
for i, one in ipairs(redis.call('XRANGE', KEYS[2], ARGV[1], ARGV[2])) do
  redis.call('XADD', KEYS[1], one[1], unpack((broken[one[1]] and from[i] or one)[2]))
end`;
const piece = 500;

/** Answers a function that leaves exactly these entries broken, each by one byte at a place of its own. */
async function breaker({ redis, prefix }: Stored, entries: Entry[], random: Random) {
  const chain = createKeys(prefix).audit('T1');
  const places = [chain, `${chain}-whole`, `${chain}-broken`] as const;
  await redis.rename(chain, places[1]);
  const pipeline = redis.pipeline();
  for (const entry of entries) {
    const [id, fields] = entry;
    turnOver(entry, id.length + random.below(bytesIn(entry) - id.length), 1 + random.below(255));
    pipeline.xadd(places[2], id, ...fields);
  }
  await pipeline.exec();
  return async (numbers: number[]) => {
    const broken = numbers.map((number) => `${number}-0`);
    await redis.del(chain);
    for (let first = 1; first <= entries.length; first += piece)
      await redis.eval(mix, 3, ...places, `${first}-0`, `${first + piece - 1}-0`, ...broken);
  };
}

/** `mask` has the bits that are turned over. */
function flipped(bytes: Buffer, position: number, mask: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[position] = (copy[position] ?? 0) ^ mask;
  return copy;
}

for (const [how, key] of [
  ['without a key', undefined],
  ['with a key', keyOfTests],
] as const)
  test(`a flipped byte in any of 500 entries is found and named, wherever it is, ${how}`, async (t) => {
    const chain = await makeChain(await startStored(t), 500, { key });
    const seen = new Set<number>();
    let last = 0;
    const tried = tryFlips(chain, { seed: how }, (entry) =>
      // each entry continues the previous one
      Array.from({ length: 8 }, () => {
        last = (last + 1) % bytesIn(entry);
        seen.add(last);
        return last;
      }),
    );
    assert.equal(tried, 4_000);
    assert.ok(seen.size >= bytesIn(chain.entries[498] as Entry));
  });

test('of a hundred broken entries the first is named, and each next one once they are repaired', async (t) => {
  // more than are read at a time
  const count = isLong ? 2_000 : 1_100;
  const here = await startStored(t);
  const { entries } = await makeChain(here, count, { key: keyOfTests });
  const random = createRandom('a hundred');
  const breakThese = await breaker(here, entries, random);
  const verify = () => auditOf(here, { key: keyOfTests }).verify('T1');
  let broken = [...new Set(Array.from({ length: 100 }, () => 1 + random.below(count)))];
  broken.sort((a, b) => a - b);
  for (; broken.length > 0; broken = broken.slice(Math.ceil(broken.length / 2))) {
    await breakThese(broken);
    const { broken: found, entries: whole } = await verify();
    assert.deepEqual([found?.number, whole], [broken[0], (broken[0] ?? 0) - 1]);
  }
  // where the chain is read in pieces, and at its ends
  for (const number of [1, 1_000, 1_001, count]) {
    await breakThese([number]);
    assert.equal((await verify()).broken?.number, number);
  }
  await breakThese([]);
  const { broken: none, entries: whole, waiting } = await verify();
  assert.deepEqual([none, whole, waiting], [undefined, count, 0]);
});

test('verify notices a change to any byte of an entry, even in field names', async (t) => {
  const here = await startStored(t);
  const audit = auditOf(here);
  await makeChain(here, 3);
  const [id, fields] = await stored(here, 2);
  // the last makes of U+FFFD bytes that are read as U+FFFD
  for (const [which, bytes] of fields.entries())
    for (const position of shareOf([...bytes.keys()], { which, shares: fields.length }))
      for (const mask of [1 << (position % 8), 0xff, 0x1f]) {
        await tamper(here, 2, 1, [[id, fields.with(which, flipped(bytes, position, mask))]]);
        const { broken } = await audit.verify('T1');
        assert.equal(broken?.number, 2, `byte ${position} of field ${which}, mask ${mask}`);
      }
});

test('an entry that is removed, added, changed with its neighbor or cut off is named', async (t) => {
  const here = await startStored(t);
  const audit = auditOf(here);
  await makeChain(here, 20);
  const { redis, prefix } = here;
  const { audit: chainOf, auditHead } = createKeys(prefix);
  const [five, six, last] = [await stored(here, 5), await stored(here, 6), await stored(here, 20)];
  const broken = async () => (await audit.verify('T1')).broken;

  await tamper(here, 5, 1, []);
  assert.equal((await broken())?.number, 5, 'taken out');
  await tamper(here, 5, 2, [
    [five[0], six[1]],
    [six[0], five[1]],
  ]);
  assert.equal((await broken())?.number, 5, 'changed with its neighbour');
  await tamper(here, 5, 1, [five, [Buffer.from('5-1'), five[1]]]);
  assert.equal((await broken())?.number, 6, 'put in between');
  await tamper(here, 20, 1, []);
  assert.deepEqual(await broken(), { number: 20, why: 'it is missing' }, 'cut off at the end');
  await tamper(here, 20, 1, [last, [Buffer.from('21-0'), last[1]]]);
  assert.equal((await broken())?.number, 21, 'put behind the end');
  await tamper(here, 1, 2, []);
  assert.equal((await broken())?.number, 1, 'cut off at the beginning');

  await tamper(here, 1, 0, []);
  assert.equal(await broken(), undefined);
  const head = JSON.parse((await redis.get(auditHead('T1'))) ?? '');
  await redis.set(auditHead('T1'), JSON.stringify({ ...head, base: { number: 2, hash: 'none' } }));
  assert.equal((await broken())?.number, 3, 'another beginning');
  await redis.set(auditHead('T1'), 'gone');
  assert.match((await broken())?.why ?? '', /note of the head cannot be read/);
  await redis.del(auditHead('T1'));
  assert.match((await broken())?.why ?? '', /after the recorded end/);
  await redis.set(auditHead('T1'), JSON.stringify(head));
  await redis.del(chainOf('T1'));
  assert.equal((await broken())?.number, 1, 'everything deleted');
});

test('another workspace’s chain, or one rewritten without the key, fails verification', async (t) => {
  const here = await startStored(t);
  const { redis, prefix } = here;
  const keyed = auditOf(here, { key: keyOfTests });
  /** Nothing is left that would seal the next entry, which is another writer's. */
  const adds = async (writer: ReturnType<typeof auditOf>, ...entries: number[]): Promise<void> => {
    for (const n of entries) await writer.add('T1', anEntry(n));
    await writer.close();
  };
  await adds(auditOf(here), 1, 2);
  await adds(keyed, 3);
  const { broken, unkeyed } = await keyed.verify('T1');
  assert.deepEqual([broken, unkeyed], [undefined, 2]);

  // someone with access to Redis but without the key continues
  const forger = auditOf(here);
  await adds(forger, 4);
  assert.equal((await keyed.verify('T1')).broken?.number, 4);

  const keys = createKeys(prefix);
  for (const [id, fields] of await redis.xrange(keys.audit('T1'), '-', '+'))
    await redis.xadd(keys.audit('T2'), id, ...fields);
  await redis.set(keys.auditHead('T2'), (await redis.get(keys.auditHead('T1'))) ?? '');
  assert.equal((await forger.verify('T2')).broken?.number, 1);
});
