/** A form that Slack didn't open because the bot called too late. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { oneOf } from '#test/support/long-tests.ts';
import { makesDraft } from '#test/support/user-actions.ts';
import { tooLateToOpen } from '#views/kit/command-refusals.ts';

for (const error of oneOf([
  'expired_trigger_id',
  'exchanged_trigger_id',
  'trigger_expired',
  'trigger_exchanged',
]))
  test(`${error} asks the person to try again, and isn’t logged as our fault`, async (t) => {
    const { ana, bo, chat, logs } = await startBot(t);
    const card = await makesDraft(ana, 'Doors open');
    const refuse = () => chat.faults.next('views.open', { kind: 'refused', error });
    refuse();
    assert.equal((await ana.hears('/social settings', /try again/i)).text, tooLateToOpen);
    refuse();
    assert.equal((await ana.hears('/post', /try again/i)).text, tooLateToOpen);
    refuse();
    assert.equal((await bo.hearsOn(card, 'Edit', /try again/i)).text, tooLateToOpen);
    const said = logs.filter(({ level }) => Number(level) >= 50).map(({ msg }) => msg);
    assert.ok(!said.includes('a listener failed'), 'no error that would alert an admin');
  });
