import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
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
    isDeleted: () => chat.world.remove(stored),
  };
}

const expectations: {
  name: string;
  expected(message: ShownMessage): Promise<ShownMessage>;
  text?: string;
  buttons?: string[];
  inVain: string;
}[] = [
  {
    name: 'shows',
    expected: (message) => message.shows(/^Published/),
    inVain: 'text that fits /^Published/',
  },
  {
    name: 'shows, of several texts,',
    expected: (message) => message.shows('Published', /Ana$/),
    text: 'Published by Ana',
    inVain: 'text that fits Published and that fits /Ana$/',
  },
  {
    name: 'noLongerShows',
    expected: (message) => message.noLongerShows('for review'),
    inVain: 'no text that fits for review',
  },
  {
    name: 'offers',
    expected: (message) => message.offers('Edit', 'Undo'),
    buttons: ['Undo', 'Edit', 'Reject'],
    inVain: 'these buttons: "Edit", "Undo"',
  },
  {
    name: 'offersOnly',
    expected: (message) => message.offersOnly(['Edit']),
    buttons: ['Edit'],
    inVain: 'just these buttons: "Edit"',
  },
  {
    name: 'offersOnly, of no buttons,',
    expected: (message) => message.offersOnly([]),
    buttons: [],
    inVain: 'just these buttons: none',
  },
  {
    name: 'noLongerOffers',
    expected: (message) => message.noLongerOffers('Edit'),
    buttons: ['Reject'],
    inVain: 'no button "Edit"',
  },
];

for (const { name, expected, text = 'Published', buttons = [], inVain } of expectations) {
  test(`${name} waits for the change, and says what was there if it doesn't come`, async (t) => {
    const { message, becomes } = await withMessage(t, () => 20);
    const there = 'Ready for review\nButtons: "Edit", "Reject"';
    await assert.rejects(expected(message), { message: `Waited 20 ms for ${inVain}. There was: ${there}` });

    const coming = expected(message);
    becomes(text, buttons);
    assert.equal(await coming, message);
    assert.equal(await expected(message), message, 'it’s there already');
  });
}

test('disappears waits until the message is deleted, and says what was there if it isn’t', async (t) => {
  const { message, isDeleted } = await withMessage(t, () => 20);
  await assert.rejects(
    message.disappears(),
    /^Error: Waited 20 ms .* deleted\. There was: Ready for review\n/,
  );

  const coming = message.disappears();
  isDeleted();
  await coming;
  await assert.rejects(message.shows('Ready'), /There was: \nButtons: none$/);
});

test('several texts must be shown at the same moment', async (t) => {
  const { message, becomes } = await withMessage(t, () => 20);
  const coming = assert.rejects(message.shows('Ready', 'Published'), /There was: Published/);
  becomes('Published', []);
  await coming;
});

test('the stack of a wait that times out includes the line of the test', async (t) => {
  const { message } = await withMessage(t, () => 20);
  await assert.rejects(message.shows('Published'), ({ stack }) => /expectations\.test\.ts:\d/.test(stack));
});

test('a patient test also waits longer for messages', async (t) => {
  const { message } = await withMessage(t, () => (20 * patienceNow()) / timeoutMs);
  await assert.rejects(message.shows('Published'), /Waited 20 ms/);
  extendTimeouts(t, 3);
  await assert.rejects(message.shows('Published'), /Waited 60 ms/);
});
