import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, makesDraft } from '#test/support/user-actions.ts';

test('a refused click gets its message before it’s acknowledged', async (t) => {
  const started = await startBot(t);
  const { ana, bo, chat } = started;
  await (await ruleSetter(t, started))(aRule({ people: ['U0CY'] }));
  const card = await makesDraft(ana, 'Doors open at nine');
  await approve(bo, card);
  const answers = [...chat.world.channels.keys()].flatMap((channel) =>
    chat.world.messages(channel).filter(({ privateTo }) => privateTo === 'U0BO'),
  );
  assert.equal(answers.length, 1, 'if the process dies in between, the user already has the message');
});
