import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft, requestsCard, submits } from '#test/support/user-actions.ts';
import { retryButtons } from '#views/posts/card-questions.ts';

const day = 86_400_000;

async function start(t: TestContext, options: BotOptions = {}) {
  const parts = await startBot(t, options);
  const { redis, prefix } = redisOf(t, parts.settings);
  const keys = (what: string) => redis.keys(`*${prefix}*${what}*`);
  return {
    ...parts,
    /** How long a key of each card has left. */
    left: async () => Promise.all((await keys(':card:')).map((key) => redis.pttl(key))),
    /** All keys that no time ends. */
    async lasting(): Promise<string[]> {
      const all = await keys('');
      const left = await Promise.all(all.map((key) => redis.pttl(key)));
      return all.filter((_, i) => left[i] === -1).toSorted();
    },
    /** What the clock would do: all that has an end, ends. */
    async expire(): Promise<void> {
      for (const key of await keys('')) if ((await redis.pttl(key)) > 0) await redis.pexpire(key, 0);
    },
  };
}

/** Publishes it, after which its card is finished. */
async function publishes(who: StartedBot['bo'], card: ShownMessage, button: string): Promise<void> {
  // the new message is posted without its buttons
  await card.offers(button);
  await who.clicks(card, button, { shows: /Published by/ });
}

test('a click on an expired card gets a private message: what happened, and what to do', async (t) => {
  const { ana, bo, service, left, expire } = await start(t);
  service.failGeneration(1);
  const card = await requestsCard(
    ana,
    '/ai-post Our autumn menu starts on Monday',
    /Couldn’t generate this post/,
  );
  await eventually(async () => assert.ok((await left()).every((ms) => ms > 89 * day)));
  await expire();

  assert.match(
    (await bo.hearsOn(card, retryButtons.generate)).text,
    /I no longer have this card because finished cards are removed after a while\. To see its post, use `\/social posts`/,
  );
  assert.equal(service.generations(), 1);
});

longTest('the modal of a card that expired meanwhile keeps what was typed and says so', async (t) => {
  const { ana, bo, cy, left, expire } = await start(t, { settings: { KEEP_FINISHED_DAYS: '1' } });
  const card = await makesDraft(ana, 'Soon put away');
  const modal = await bo.opensOn(card, 'Edit', /Edit/);
  await publishes(cy, card, 'Approve & publish');
  await eventually(async () => {
    const [ms = 0] = await left();
    assert.ok(ms > 0 && ms <= day, `${ms}`);
  });
  await expire();
  await modal.fill({ Caption: 'Other words' });
  assert.match(Object.values((await modal.submit()).errors).join(), /I no longer have this card/);
});

longTest('a finished card that is retried is kept', async (t) => {
  const { ana, bo, service, left, expire } = await start(t);
  service.failGeneration(1);
  const card = await requestsCard(
    ana,
    '/ai-post Our autumn menu starts on Monday',
    /Couldn’t generate this post/,
  );
  await eventually(async () => assert.ok((await left()).every((ms) => ms > 0)));
  await bo.clicks(card, retryButtons.generate);
  const ready = await ana.sees('social', cardSays.ready);
  assert.deepEqual(await left(), [-1]);
  await expire();
  await bo.clicks(ready, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
});

test('the same Redis keys remain after one finished post and after more, also of a campaign', async (t) => {
  const { ana, bo, service, lasting } = await start(t);
  const finish = async (caption: string) => {
    await publishes(bo, await makesDraft(ana, caption), 'Approve & publish');
  };
  const settled =
    /:(workspaces|last-round|answers-carry-ids|by-token|audit|audit-head|(create|work|read|watch|draw|round):(meta|id|events|repeat|delayed|repeat:sweep.*|stalled-check|\d+|de:sweep.*))$/;
  const growing = async () => (await lasting()).filter((key) => !settled.test(key));
  await finish('The first one');
  await eventually(async () => assert.deepEqual(await growing(), []));

  service.failGeneration(1);
  await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', /Couldn’t generate this post/);
  await submits(ana, '/campaign Opening week', { in: 'launches', fill: { Posts: '2' } });
  for (const number of [1, 2]) {
    const post = await ana.sees('launches', new RegExp(`^Post ${number} of 2[^]*Ready for review`));
    await publishes(bo, post, 'Publish now');
  }
  await ana.sees('launches', /No posts left to review/);
  await eventually(async () => assert.deepEqual(await growing(), []));
});

test('a form submitted too late says who was first and when, and keeps what was typed', async (t) => {
  const { ana, bo } = await startBot(t);
  const card = await makesDraft(ana, 'Fresh beans are in');
  const edit = await ana.opensOn(card, 'Edit', 'Edit post');
  await edit.fill({ Caption: 'The words of Ana' });
  await bo.clicks(card, 'Approve & publish', { shows: /Published|about to be published|being published/ });
  const said = (await edit.submit()).errors.Caption ?? '';
  assert.match(
    said,
    /^Bo (approved|published) this first, \w+day, \w+ \d+, \d{4} at \d+:\d\d [AP]M\. .*Your text is still here/,
  );
  assert.doesNotMatch(said, /[<>`*&]/);
  assert.equal(edit.values.Caption, 'The words of Ana');
});
