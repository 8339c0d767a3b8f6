import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '#sandbox/chat/faults.ts';
import { makesDraft } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { oneOf, shareOf } from '#test/support/sweep.ts';
import { mayNotShare } from '#views/kit/command-refusals.ts';
import { previewUnshared, sharedNowhere } from '#views/posts/reasons.ts';

const handing = 'files.getUploadURLExternal';
const sharing = 'files.completeUploadExternal';

async function reviewing(t: Parameters<typeof startBot>[0]) {
  const bot = await startBot(t);
  const card = await makesDraft(bot.ana, 'Beans');
  await eventually(() => assert.ok(card.buttons.includes('Preview')));
  const calls = (method: string) => bot.chat.calls.filter((call) => call.method === method).length;
  return { ...bot, card, calls };
}

/** What a person reads, with nothing in it that means more to a pattern. */
const exactly = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

const forGood = ['missing_scope', 'unknown_method', 'invalid_arguments', 'file_upload_size_restricted'];

for (const [which, method] of [handing, sharing].entries())
  for (const error of shareOf(forGood, { which, of: 2 }))
    test(`${method} answers ${error}: the person is told at once, and it isn't tried again`, async (t) => {
      const { bo, chat, card, calls, logs } = await reviewing(t);
      chat.faults.next(method, { kind: 'refused', error });
      await bo.clicks(card, 'Preview');
      await bo.seesPrivately(exactly(mayNotShare[0]));
      assert.ok(logs.some(({ msg, code }) => msg === 'Slack refused a file for good' && code === error));
      assert.equal(calls(method), 1);
      assert.deepEqual(cardsBelow(card), []);
    });

for (const status of oneOf([404, 413]))
  test(`${handing} is answered with ${status}: the person is told at once, and it isn't tried again`, async (t) => {
    const { bo, chat, card, calls } = await reviewing(t);
    chat.faults.next(handing, { kind: 'server-error', status }, 20);
    await bo.clicks(card, 'Preview');
    await bo.seesPrivately(exactly(mayNotShare[0]));
    // Slack's client repeats a call once by itself.
    assert.ok(calls(handing) <= 2, `${calls(handing)} calls`);
    assert.deepEqual(cardsBelow(card), []);
  });

test('the address for the bytes is none of Slack: the person is told at once, and nothing is sent there', async (t) => {
  const { bo, chat, card, calls } = await reviewing(t);
  const upload_url = 'http://localhost:9/elsewhere';
  chat.faults.next(handing, { kind: 'answers', with: { upload_url, file_id: 'F1' } }, 20);
  await bo.clicks(card, 'Preview');
  await bo.seesPrivately(exactly(mayNotShare[0]));
  assert.equal(calls(handing), 1);
});

test('the bytes are refused for good: the person is told at once', async (t) => {
  const { bo, chat, card, calls } = await reviewing(t);
  const upload_url = new URL('/no-such-upload', chat.apiUrl).href;
  chat.faults.next(handing, { kind: 'answers', with: { upload_url, file_id: 'F1' } }, 20);
  await bo.clicks(card, 'Preview');
  await bo.seesPrivately(exactly(mayNotShare[0]));
  assert.equal(calls(handing), 1);
});

for (const error of oneOf(['not_in_channel', 'restricted_action']))
  test(`neither the channel nor the direct message takes the picture (${error}): the person is told at once`, async (t) => {
    const { bo, chat, card, calls } = await reviewing(t);
    chat.faults.next(sharing, { kind: 'refused', error }, 2);
    await bo.clicks(card, 'Preview');
    await bo.seesPrivately(exactly(sharedNowhere));
    assert.equal(calls(sharing), 2);
  });

const passing: [what: string, fault: Fault][] = [
  ['internal_error', { kind: 'refused', error: 'internal_error' }],
  ['service_unavailable', { kind: 'refused', error: 'service_unavailable' }],
];

for (const [what, fault] of oneOf(passing))
  test(`${handing} fails with ${what} for a moment: the preview still comes`, async (t) => {
    const { bo, chat, card } = await reviewing(t);
    chat.faults.next(handing, fault);
    await bo.clicks(card, 'Preview');
    await eventually(() => assert.equal(cardsBelow(card).length, 1));
  });

for (const [what, fault] of shareOf(passing, { which: 1, of: 2 }))
  test(`${handing} goes on failing with ${what}: after a few tries the person is told what happened`, async (t) => {
    const { bo, chat, card, calls } = await reviewing(t);
    chat.faults.next(handing, fault, 20);
    await bo.clicks(card, 'Preview');
    await bo.seesPrivately(exactly(previewUnshared));
    assert.ok(calls(handing) > 1 && calls(handing) < 8, `${calls(handing)} tries`);
  });

test('an audit export that Slack refuses for good is said at once, and not tried again', async (t) => {
  const { cy, chat } = await startBot(t);
  await makesDraft(cy, 'Beans');
  await cy.types('/social audit', { in: 'social' });
  const list = await cy.privateMessage(/Audit trail/);
  chat.faults.next(sharing, { kind: 'refused', error: 'unknown_method' });
  await cy.clicks(list, 'Export CSV');
  await cy.sees('Presscheck', exactly(mayNotShare[0]));
  assert.equal(chat.calls.filter(({ method }) => method === sharing).length, 1);
});
