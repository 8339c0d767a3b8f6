import { test } from 'node:test';
import { isLong } from '#test/support/long-tests.ts';
import { fuzz } from './fuzz.ts';

test('30 mutated requests: each gets a response, none crashes the bot, and none has an unwanted effect', async (t) => {
  t.diagnostic(JSON.stringify(await fuzz(t, { seed: 20_261_121, runs: 30, apart: isLong })));
});
