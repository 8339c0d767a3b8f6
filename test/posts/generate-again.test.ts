import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardFrom } from '#src/posts/save-card.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, requestsCard, submits } from '#test/support/user-actions.ts';
import { retryButtons } from '#views/posts/card-questions.ts';

/** What the confirm dialog of this button says. */
function asked(blocks: readonly unknown[], button: string): string {
  const elements = blocks.flatMap(
    (block) => (block as { elements?: { text?: { text?: string } }[] }).elements ?? [],
  );
  return JSON.stringify(elements.find(({ text }) => text?.text === button));
}

for (const failedGeneration of oneOf(['status', 'disappears'] as const)) {
  test(`a failed generation (the post ${failedGeneration === 'status' ? 'says so' : 'disappears'}) can be requested again`, async (t) => {
    const { ana, bo, service } = await startBot(t, { service: { variants: { failedGeneration } } });
    service.failGeneration(1);
    await submits(ana, '/ai-post Our autumn menu starts on Monday');
    const card = await ana.sees('social', /Couldn’t generate this post/);
    assert.match(card.text, failedGeneration === 'status' ? /ERROR/ : /no longer lists this post/);
    await card.offersOnly([retryButtons.generate]);
    assert.match(
      asked(card.blocks, retryButtons.generate),
      /generates the post again, which may count toward your plan’s limit/,
    );
    assert.doesNotMatch(card.text, /try again/i);
    assert.equal(service.generations(), 1);

    await bo.clicks(card, retryButtons.generate);
    const ready = await ana.sees('social', cardSays.ready);
    assert.equal(service.generations(), 2);
    await bo.clicks(ready, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
    assert.equal(service.publishes(), 1);
  });
}

test('two clicks on `Generate again` at once start one generation', async (t) => {
  const { ana, bo, cy, service } = await startBot(t);
  service.failGeneration(1);
  const card = await requestsCard(
    ana,
    '/ai-post Our autumn menu starts on Monday',
    /Couldn’t generate this post/,
  );
  await Promise.all([bo.clicks(card, retryButtons.generate), cy.clicks(card, retryButtons.generate)]);
  await ana.sees('social', cardSays.ready);
  assert.equal(service.generations(), 2);
});

longTest(
  'the same click on `Generate again`, delivered again after that failed too, starts nothing',
  async (t) => {
    const { ana, chat, service, settings } = await startBot(t);
    const { redis, keys } = redisOf(t, settings);
    service.failGeneration(3);
    const card = await requestsCard(
      ana,
      '/ai-post Our autumn menu starts on Monday',
      /Couldn’t generate this post/,
    );
    const button = await eventually(
      () =>
        card.blocks
          .flatMap((block) => (block as { elements?: { value?: string }[] }).elements ?? [])
          .find(({ value }) => value) ?? null,
    );
    const [id = ''] = button.value?.split(' ') ?? [];
    const stored = async () => cardFrom((await redis.get(keys.card(chat.world.workspace.id, id))) ?? '');
    /** Answered only once the click was recorded. */
    const deliver = () =>
      chat.deliver.interaction({
        type: 'block_actions',
        channel: { id: card.channel },
        container: { type: 'message', message_ts: card.ts, channel_id: card.channel },
        actions: [{ ...button, type: 'button', block_id: 'b', action_ts: '1700000000.000100' }],
      });
    for (let time = 0; time < 2; time += 1) {
      await deliver();
      const { state, attempts } = await eventually(async () => {
        const now = await stored();
        return now.state === 'failed' ? now : null;
      });
      assert.deepEqual({ state, asked: attempts.create }, { state: 'failed', asked: 2 });
    }
    assert.equal(service.generations(), 2);
  },
);

longTest('a click on `Generate again` that isn’t confirmed starts nothing', async (t) => {
  const { ana, bo, service, bot } = await startBot(t);
  service.failGeneration(1);
  const card = await requestsCard(
    ana,
    '/ai-post Our autumn menu starts on Monday',
    /Couldn’t generate this post/,
  );
  await bo.clicks(card, retryButtons.generate, { confirm: false });
  await bot.stop();
  assert.equal(service.generations(), 1);
});

longTest('if one post of a campaign fails, the others are shown for review', async (t) => {
  const { ana, service } = await startBot(t);
  service.failGeneration(1);
  const card = await requestsCard(ana, '/campaign Opening week', /2 posts to review/, {
    fill: { Posts: '3' },
  });
  await eventually(() => assert.equal(cardsBelow(card).length, 3));
  const failed = await eventually(
    () => cardsBelow(card).find(({ text }) => /Couldn’t generate this post/.test(text)) ?? null,
  );
  assert.deepEqual(failed.buttons, []);
  assert.equal(service.generations(), 1);
});

test('a generation that doesn’t end says so, and the card asks before generating again', async (t) => {
  const { ana, bo, service } = await startBot(t, { settings: { WATCH_TIMEOUT_MS: '400' } });
  service.holdGeneration();
  const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.unknown);
  assert.match(card.text, /the publishing service hasn’t finished\. It still might/);
  await card.offersOnly([retryButtons.check, retryButtons.generate]);
  assert.match(
    asked(card.blocks, retryButtons.generate),
    /generates the post again, which may count toward your plan’s limit/,
  );

  service.releaseGeneration();
  await service.settled();
  await bo.clicks(card, retryButtons.check);
  await ana.sees('social', cardSays.ready);
  assert.equal(service.generations(), 1);
});
