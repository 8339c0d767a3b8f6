import assert from 'node:assert/strict';
import { test } from 'node:test';
import { script } from '#src/platform/redis/script.ts';
import { startStored } from '#test/support/stored.ts';

const join = script<string, 'one' | 'other', 'first' | 'last'>(`
local all = { ARGV.last, KEYS.other, ARGV.first, KEYS.one, ARGV.last }
for i = MORE, #ARGV do all[#all + 1] = ARGV[i] end
return table.concat(all, ' ')`);

test('a script gets its keys and arguments by name, and unnamed arguments after them', async (t) => {
  const { redis } = await startStored(t);
  const joined = await join(redis, { one: 'k1', other: 'k2' }, { first: 'a', last: 2 }, 'x', 'y');
  assert.equal(joined, '2 k2 a k1 2 x y');
  await redis.script('FLUSH');
  const again = await join(redis, { other: 'k2', one: 'k1' }, { last: 2, first: 'a' });
  assert.equal(again, '2 k2 a k1 2');
});
