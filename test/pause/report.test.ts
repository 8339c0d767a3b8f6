import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAtWork, isReportDue } from '#src/pause/pause.ts';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { hour, workspace } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { nextSweep, startPausing } from '#test/support/pausing.ts';
import { redisOf } from '#test/support/stored.ts';
import { resumed } from '#views/pause/resume.ts';

longTest(
  'a report that Slack drops or doesn’t acknowledge is posted again later, and continues',
  async (t) => {
    let aheadMs = 0;
    const bot = await startPausing(t, { now: () => Date.now() + aheadMs, service: { seed: 'demo' } });
    const { bo, chat, settings } = bot;
    const { redis, prefix } = redisOf(t, settings);
    const stored = () => createPauseStore(redis, prefix, hour).all(workspace);
    const pauses = [
      { brand: 'all', of: 'all brands', kind: 'answer-lost', said: 2 },
      { brand: 'Northwind Coffee', of: 'Northwind Coffee', kind: 'dropped', said: 1 },
    ] as const;
    for (const [i, { brand, kind }] of pauses.entries()) {
      chat.faults.next('chat.postMessage', { kind });
      await bo.types(`/social pause ${brand} recall`);
      await eventually(async () => {
        assert.deepEqual((await stored()).map(isAtWork), Array(i + 1).fill(false));
        assert.ok((await stored()).every(({ report, notPosted }) => report ?? notPosted?.attempts));
      });
    }
    aheadMs = 6_000;
    await nextSweep(t, bot);
    for (const { of, said } of pauses)
      await eventually(() => {
        const reports = chat
          .messages('social')
          .filter(({ fallback, privateTo }) => !privateTo && fallback.startsWith(`<@U0BO> paused *${of}*`));
        assert.equal(reports.length, said, of);
        assert.match(reports.at(-1)?.text ?? '', /unscheduled/);
      });
  },
);

test('the delays before a report is posted again grow to an hour', () => {
  const at = '2026-11-24T09:00:00.000Z';
  const pause = { by: 'U0BO', at, reason: 'recall', channel: 'C0SOCIAL', checksRequested: 1, checksDone: 0 };
  const isDueAfter = (notPosted: object, ms: number): boolean =>
    isReportDue({ ...pause, notPosted: { at, rounds: 1, ...notPosted } }, Date.parse(at) + ms);
  for (const [notPosted, delayMs] of [
    [{ attempts: 1 }, 5_000],
    [{ attempts: 2 }, 10_000],
    [{ attempts: 5 }, 80_000],
    [{ attempts: 40 }, hour],
    [{}, hour],
    // someone has paused it again meanwhile
    [{ rounds: 0, attempts: 9 }, 0],
  ] as const) {
    assert.equal(isDueAfter(notPosted, delayMs), true, JSON.stringify(notPosted));
    if (delayMs > 0) assert.equal(isDueAfter(notPosted, delayMs - 1), false, JSON.stringify(notPosted));
  }
});

test('a pause that ends while its report is posted says so in the report', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo, chat } = bot;
  const held = Promise.withResolvers<void>();
  t.after(() => held.resolve());
  chat.faults.next('chat.postMessage', { kind: 'held', until: held.promise });
  await bo.types('/social pause Northwind Coffee recall');
  await eventually(() => assert.equal(chat.faults.counts.held, 1));
  await bo.hears('/social resume Northwind Coffee', new RegExp(`^${resumed}`));
  held.resolve();
  await ana.sees('social', /<@U0BO> paused [\s\S]*<@U0BO> \*resumed publishing\*/);
});
