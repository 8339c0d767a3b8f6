import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { startChat } from '#sandbox/chat/start.ts';
import { extendTimeouts, patienceNow, timeoutMs } from '#test/support/eventually.ts';

const blocksOf = (text: string, buttons: string[]) => [
  { type: 'section' as const, text: { type: 'mrkdwn' as const, text } },
  {
    type: 'actions' as const,
    elements: buttons.map((one) => ({
      type: 'button' as const,
      action_id: one,
      text: { type: 'plain_text' as const, text: one },
    })),
  },
];

/** A message from the app with two buttons, and the app's handling of them. */
async function withMessage(t: TestContext, driverTimeoutMs: () => number) {
  const chat = await startChat({ signingSecret: 's', botToken: 'b', driverTimeoutMs });
  t.after(() => chat.close());
  const draft = { channel: 'C0SOCIAL', user: 'U0BOT', text: 'A card' };
  const stored = chat.world.post({ ...draft, blocks: blocksOf('Ready for review', ['Edit', 'Reject']) });
  const [message] = chat.messages('social');
  assert.ok(message);
  return {
    message,
    becomes: (text: string, buttons: string[]) =>
      chat.world.update(stored, { blocks: blocksOf(text, buttons) }),
  };
}

test('an expectation waits for the change, and says what was there if it doesn’t come', async (t) => {
  const { message, becomes } = await withMessage(t, () => 20);
  const inVain = (expected: Promise<unknown>, words: string) =>
    assert.rejects(expected, {
      message: `Waited 20 ms for ${words}. There was: Ready for review\nButtons: "Edit", "Reject"`,
    });
  await inVain(message.shows('Published', /Ana$/), 'text that fits Published and that fits /Ana$/');
  await inVain(message.noLongerShows('for review'), 'no text that fits for review');
  await inVain(message.offers('Edit', 'Undo'), 'these buttons: "Edit", "Undo"');
  await inVain(message.offersOnly([]), 'just these buttons: none');
  await inVain(message.noLongerOffers('Edit'), 'no button "Edit"');
  const coming = [message.shows('Published', /Ana$/), message.noLongerOffers('Edit')];
  becomes('Published by Ana', ['Undo']);
  assert.deepEqual(await Promise.all(coming), [message, message]);
  await assert.rejects(message.disappears(), ({ stack }) => /expectations\.test\.ts:\d/.test(stack));
});

test('a patient test also waits longer for messages', async (t) => {
  const { message } = await withMessage(t, () => (20 * patienceNow()) / timeoutMs);
  await assert.rejects(message.shows('Published'), /Waited 20 ms/);
  extendTimeouts(t, 3);
  await assert.rejects(message.shows('Published'), /Waited 60 ms/);
});
