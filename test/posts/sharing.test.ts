import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Fault } from '#sandbox/chat/faults.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { makesDraft } from '#test/support/user-actions.ts';
import { mayNotShare } from '#views/kit/command-refusals.ts';
import { sharedNowhere } from '#views/posts/service-reason.ts';
import { previewUnshared } from '#views/preview/texts.ts';

const handing = 'files.getUploadURLExternal';
const sharing = 'files.completeUploadExternal';

/** A draft whose preview people ask for. `attempts`: the calls of a method since then. */
async function reviewing(t: TestContext) {
  const bot = await startBot(t);
  const card = await makesDraft(bot.ana, 'Beans');
  const calls = (method: string) => bot.chat.calls.filter((call) => call.method === method).length;
  return {
    ...bot,
    card,
    async asksForPreview() {
      const before = { [handing]: calls(handing), [sharing]: calls(sharing) };
      await bot.bo.clicks(card, 'Preview');
      return { attempts: (method: typeof handing | typeof sharing) => calls(method) - (before[method] ?? 0) };
    },
  };
}

/** What a person reads, with nothing in it that means more to a pattern. */
const exactly = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

interface Refusal {
  what: string;
  /** Slack's responses to a call, and how often. */
  to: typeof handing | typeof sharing;
  fault: Fault;
  times?: number;
  says?: string;
  atMost?: number;
}

const refuses = (to: Refusal['to'], error: string): Refusal => ({
  what: error,
  to,
  fault: { kind: 'refused', error },
});

const sentTo = (upload_url: string): Fault => ({ kind: 'answers', with: { upload_url, file_id: 'F1' } });

// each attempt renders the image in its own process
const refusals = (apiUrl: string): Refusal[] =>
  oneOf<Refusal>([
    ...['missing_scope', 'unknown_method', 'invalid_arguments'].map((error) => refuses(handing, error)),
    ...['unknown_method', 'file_upload_size_restricted'].map((error) => refuses(sharing, error)),
    // Slack's client retries a call once.
    ...[404, 413].map(
      (status): Refusal => ({
        what: `${status}`,
        to: handing,
        fault: { kind: 'server-error', status },
        times: 20,
        atMost: 2,
      }),
    ),
    { what: 'the bytes', to: handing, fault: sentTo(new URL('/no-such-upload', apiUrl).href) },
    { what: 'an address that is none of Slack', to: handing, fault: sentTo('http://localhost:9/elsewhere') },
    // neither the channel nor the direct message accepts it
    ...['not_in_channel', 'restricted_action'].map(
      (error): Refusal => ({ ...refuses(sharing, error), times: 2, says: sharedNowhere }),
    ),
  ]);

longTest(
  'if Slack refuses an image for good, the user gets a message at once, and it isn’t retried',
  async (t) => {
    const { bo, chat, card, logs, asksForPreview } = await reviewing(t);
    for (const { what, to, fault, times = 1, says = mayNotShare[0], atMost = times } of refusals(
      chat.apiUrl,
    )) {
      chat.faults.next(to, fault, times);
      const { attempts } = await asksForPreview();
      await bo.seesPrivately(exactly(says));
      if (fault.kind === 'refused' && says !== sharedNowhere) {
        const noted = logs.filter(({ msg }) => msg === 'Slack refused a file for good').at(-1);
        assert.equal(noted?.code, fault.error);
      }
      assert.ok(attempts(to) >= 1 && attempts(to) <= atMost, `${what}: ${attempts(to)} calls`);
      assert.deepEqual(cardsBelow(card), [], what);
      chat.faults.clear();
    }
  },
);

longTest(
  'if Slack fails to store an image, it’s retried, and then the user sees why it failed',
  async (t) => {
    const { bo, chat, card, asksForPreview } = await reviewing(t);
    for (const error of ['internal_error', 'service_unavailable']) {
      chat.faults.next(handing, { kind: 'refused', error }, 20);
      const { attempts } = await asksForPreview();
      await bo.seesPrivately(exactly(previewUnshared));
      assert.ok(attempts(handing) > 1 && attempts(handing) < 8, `${attempts(handing)} tries`);
      chat.faults.clear();
    }
    assert.deepEqual(cardsBelow(card), []);
    chat.faults.next(handing, { kind: 'refused', error: 'internal_error' });
    await asksForPreview();
    await eventually(() => assert.equal(cardsBelow(card).length, 1));
  },
);

test('if Slack refuses an audit export for good, the response says so at once, without retrying', async (t) => {
  const { cy, chat } = await startBot(t);
  await makesDraft(cy, 'Beans');
  const list = await cy.hears('/social audit', /Audit trail/);
  chat.faults.next(sharing, { kind: 'refused', error: 'unknown_method' });
  await cy.clicks(list, 'Export CSV');
  await cy.sees('Presscheck', exactly(mayNotShare[0]));
  assert.equal(chat.calls.filter(({ method }) => method === sharing).length, 1);
});
