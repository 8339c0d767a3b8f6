/** A worker that dies around each call of Slack for a status message and for the card that follows it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asks } from '#test/support/asks.ts';
import { cardSays } from '#test/support/card-says.ts';
import { eventually } from '#test/support/eventually.ts';
import { shareOf } from '#test/support/sweep.ts';
import { startAnother, startDying, startWithoutWorker } from './steps.ts';

const writing = /Generating an AI post/;

const steps = [
  // what was posted and not noted stays: it says nothing that stops being true
  ['status posted', 1],
  ['card drawn', 0],
  ['status retired', 0],
] as const;

describe('a worker that dies', { concurrency: 3 }, () => {
  for (const [step, statusesLeft] of shareOf(steps, { which: 1, of: steps.length })) {
    test(`at “${step}”: another carries on, one card has buttons, and its status message ends`, async (t) => {
      const bot = await startWithoutWorker(t);
      const { ana, chat, service } = bot;
      service.holdGeneration();
      const dying = await startDying(t, bot, step);
      await asks(ana, '/ai-post Our autumn menu starts on Monday');
      if (step === 'status posted') await dying.ended;
      else await ana.sees('social', writing);
      service.releaseGeneration();
      await dying.ended;
      await startAnother(t, bot);

      await eventually(() => {
        const shown = chat.messages('social');
        const live = shown.filter(({ buttons }) => buttons.length > 0);
        assert.deepEqual(
          live.map(({ text }) => cardSays.ready.test(text)),
          [true],
        );
        assert.equal(shown.filter(({ text }) => writing.test(text)).length, statusesLeft);
      });
      assert.equal(service.generations(), 1);
    });
  }
});
