import { test } from 'node:test';
import { isLong } from '#test/support/long-tests.ts';
import { fuzz } from './fuzz.ts';

test('30 altered requests: each is answered, none ends the bot, and none does anything unrequested', async (t) => {
  t.diagnostic(JSON.stringify(await fuzz(t, { seed: 20_261_121, runs: 30, apart: isLong })));
});
