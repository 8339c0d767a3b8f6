import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditStore } from '#src/store/audit.ts';
import { createKeys } from '#src/store/keys.ts';
import { at } from '#test/cards/samples.ts';
import { type Stored, startStored } from '#test/support/stored.ts';
import { anEntry, auditOf } from './audit-samples.ts';

const keyOfTests = 'a key of sixteen or more';

/** As many as asked for, without a round trip for each. */
async function fill({ redis, prefix }: Stored, audit: AuditStore, entries: number): Promise<void> {
  const texts = Array.from({ length: entries }, (_, n) => JSON.stringify({ at, ...anEntry(n + 1) }));
  await redis.rpush(createKeys(prefix).auditOutbox('T1'), ...texts);
  await audit.tend('T1');
}

type Line = [id: Buffer, fields: Buffer[]];

/** Writes the chain anew, as whoever holds Redis could. */
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
  lines: Line[],
): Promise<void> {
  const chain = createKeys(prefix).audit('T1');
  const original = `${chain}-original`;
  if ((await redis.exists(original)) === 0) await redis.rename(chain, original);
  const args = lines.flatMap(([id, fields]) => [id, ...fields]);
  await redis.eval(rewrite, 2, chain, original, number, others, ...args);
}

/** The stored entry with this number, of a chain that may have been tampered with. */
async function stored({ redis, prefix }: Stored, number: number): Promise<Line> {
  const chain = createKeys(prefix).audit('T1');
  const from = (await redis.exists(`${chain}-original`)) ? `${chain}-original` : chain;
  const [line] = (await redis.xrangeBuffer(from, `${number}-0`, `${number}-0`)) as Line[];
  assert.ok(line);
  return line;
}

/** `mask` has the bits that are turned over. */
function flipped(bytes: Buffer, position: number, mask: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[position] = (copy[position] ?? 0) ^ mask;
  return copy;
}

for (const [total, key] of [[10_000], [1_000, keyOfTests]] as [number, string?][]) {
  test(`flipping any byte of any entry is found and named, over ${total} entries, ${key ? 'with' : 'without'} a key`, async (t) => {
    const here = await startStored(t);
    const audit = auditOf(here, { key });
    await fill(here, audit, total);
    const whole = await audit.verify('T1');
    assert.deepEqual([whole.entries, whole.broken, whole.waiting], [total, undefined, 0]);
    const places = [1, 2, 199, 200, 201, 999, 1_000, 1_001, 4_321, 5_000, 7_777, 9_999, 10_000];
    for (const [i, number] of places.entries()) {
      if (number > total) break;
      const [id, [entryName, text, hashName, hash] = []] = await stored(here, number);
      assert.ok(entryName && text && hashName && hash);
      // walks through all of them, so that each kind of byte has its turn
      const position = (i * 97 + number) % (text.length + hash.length);
      const changed =
        position < text.length
          ? [entryName, flipped(text, position, 1 << (i % 8)), hashName, hash]
          : [entryName, text, hashName, flipped(hash, position - text.length, 1 << (i % 8))];
      await tamper(here, number, 1, [[id, changed]]);
      const { broken, entries } = await audit.verify('T1');
      assert.equal(broken?.number, number, `byte ${position} of entry ${number}`);
      assert.equal(entries, number - 1);
    }
  });
}

test('each byte of an entry counts, also in the names of its fields, and also where the text reads the same', async (t) => {
  const here = await startStored(t);
  const audit = auditOf(here);
  await fill(here, audit, 3);
  const [id, fields] = await stored(here, 2);
  for (const [which, bytes] of fields.entries())
    for (let position = 0; position < bytes.length; position += 1)
      // the last makes of U+FFFD bytes that are read as U+FFFD
      for (const mask of [1 << (position % 8), 0xff, 0x1f]) {
        await tamper(here, 2, 1, [[id, fields.with(which, flipped(bytes, position, mask))]]);
        const { broken } = await audit.verify('T1');
        assert.equal(broken?.number, 2, `byte ${position} of field ${which}, mask ${mask}`);
      }
});

test('an entry that is taken out, put in, changed with its neighbour or cut off is named', async (t) => {
  const here = await startStored(t);
  const audit = auditOf(here);
  await fill(here, audit, 20);
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
  assert.match((await broken())?.why ?? '', /behind the noted head/);
  await redis.set(auditHead('T1'), JSON.stringify(head));
  await redis.del(chainOf('T1'));
  assert.equal((await broken())?.number, 1, 'all of it gone');
});

test('a chain of another workspace does not fit, and one that is written anew without the key is found', async (t) => {
  const here = await startStored(t);
  const { redis, prefix } = here;
  const keyed = auditOf(here, { key: keyOfTests });
  await auditOf(here).add('T1', anEntry(1));
  await keyed.add('T1', anEntry(2));
  await auditOf(here).tend('T1');
  await keyed.add('T1', anEntry(3));
  await keyed.tend('T1');
  const { broken, unkeyed } = await keyed.verify('T1');
  assert.deepEqual([broken, unkeyed], [undefined, 2]);

  // somebody with Redis and without the key goes on
  const forger = auditOf(here);
  await forger.add('T1', anEntry(4));
  await forger.tend('T1');
  assert.equal((await keyed.verify('T1')).broken?.number, 4);

  const keys = createKeys(prefix);
  for (const [id, fields] of await redis.xrange(keys.audit('T1'), '-', '+'))
    await redis.xadd(keys.audit('T2'), id, ...fields);
  await redis.set(keys.auditHead('T2'), (await redis.get(keys.auditHead('T1'))) ?? '');
  assert.equal((await forger.verify('T2')).broken?.number, 1);
});
