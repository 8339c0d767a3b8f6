/** The post index is a copy: if it's deleted, at any moment, nothing is lost and nothing is sent twice. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Card } from '#src/posts/card/card.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest, shareOf } from '#test/support/long-tests.ts';
import { brandId, pauseReport, schedulePosts, startPausing } from '#test/support/pausing.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft, requestsCard, submits } from '#test/support/user-actions.ts';
import { asOf } from '#views/kit/paged.ts';

type Deleting = StartedBot & {
  /** The cards of the brand that wait for something that the service shows. */
  watched(): Promise<Card[]>;
  /** How often the index was deleted. */
  deleted(): number;
  /** From now on it's deleted when the bot reaches this step: so often (default once), after it was reached so often. */
  deletesAt(step: string, when?: { times?: number; after?: number }): void;
};

/** A bot that deletes every key of its post index, with the requests to its readers, at the steps that a test names. */
async function startDeleting(
  t: TestContext,
  options: BotOptions = {},
  start: typeof startBot = startBot,
): Promise<Deleting> {
  const left = new Map<string, { times: number; after: number }>();
  let deleted = 0;
  let forget = async (): Promise<void> => {};
  const bot = await start(t, {
    ...options,
    async failpoint(step) {
      const when = left.get(step);
      if (!when || when.times === 0 || when.after-- > 0) return;
      when.times -= 1;
      await forget();
      deleted += 1;
    },
  });
  const { redis, prefix } = redisOf(t, bot.settings);
  forget = async () => {
    const keys = await redis.keys(`${prefix}:{*}:*`);
    const ofIndex = keys.filter((key) => /\}:(index:.*|reads:.*|readers)$/.test(key));
    if (ofIndex.length > 0) await redis.del(...ofIndex);
  };
  const cards = cardStoreIn(redis, prefix);
  return {
    ...bot,
    watched: () => cards.watched(bot.chat.world.workspace.id, brandId, '+inf'),
    deleted: () => deleted,
    deletesAt: (step, { times = 1, after = 0 } = {}) => void left.set(step, { times, after }),
  };
}

const moments = [
  ['between the approval and the request', 'publish noted'],
  ['between the request and what its answer means', 'publish answered'],
  ['before the read that proves it', 'publish recorded'],
  ['after each page that was read', 'page indexed'],
] as const;

for (const [when, step] of shareOf(moments, { which: 3, shares: 4 }))
  test(`deleting the index ${when} of a publish doesn’t get in its way`, async (t) => {
    const bot = await startDeleting(t);
    const card = await makesDraft(bot.ana, 'Beans from Huila');
    bot.deletesAt(step, { times: 3 });
    await bot.bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
    await eventually(() => assert.ok(bot.deleted() > 0));
    // so far, only the response says that it's published; without a read that confirms it, the outcome becomes unknown
    const isVerified = async () =>
      assert.ok(!(await bot.watched()).some(({ unverified }) => unverified), 'it is still being verified');
    await eventually(isVerified);
    assert.match(card.text, cardSays.publishedBy('U0BO'));
    assert.equal(bot.service.publishes(), 1);
  });

longTest(
  'a publish whose response was lost is still resolved if the index is deleted meanwhile',
  async (t) => {
    const bot = await startDeleting(t);
    const card = await makesDraft(bot.ana, 'Beans from Huila');
    bot.service.faults.add({ on: 'PATCH /post/*', kind: 'drop-after' });
    bot.deletesAt('publish answered');
    bot.deletesAt('page indexed', { times: 3 });
    await bot.bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
    assert.ok(bot.deleted() > 0);
    assert.equal(bot.service.publishes(), 1);
    assert.equal(bot.service.requestsTo('PATCH /post/*').length, 1);
  },
);

longTest(
  'after the index is deleted during a pass, the remaining pages aren’t mistaken for the whole listing',
  async (t) => {
    const bot = await startDeleting(t);
    bot.service.putHistory({ brandId, count: 1_500 });
    bot.deletesAt('page indexed', { after: 15 });
    await bot.ana.types('/social posts');
    const says = asOf(
      { readAt: 0, complete: true, isReading: false, trouble: undefined, follows: true, completes: true },
      'list',
    );
    const afterTime = says.slice(says.indexOf('>') + 1);
    const list = await bot.ana.privateMessage(new RegExp(`${afterTime}[\\s\\S]*of 1,500 `));
    assert.doesNotMatch(list.text, /missing/);
    assert.equal(bot.deleted(), 1);
  },
);

longTest(
  'a scheduled post isn’t considered deleted if its page was read before the index was deleted',
  async (t) => {
    const bot = await startDeleting(t);
    bot.service.putHistory({ brandId, count: 250 });
    const when = new Date(Date.now() + 86_400_000);
    await submits(bot.ana, '/post Beans from Huila', { fill: { 'Schedule for': when } });
    const card = await bot.ana.sees('social', cardSays.scheduled);
    bot.deletesAt('page indexed', { after: 2 });
    await bot.ana.hears('/social posts', /complete list[\s\S]*of 251 /);
    assert.equal(bot.deleted(), 1);
    assert.match(card.text, cardSays.scheduled);
  },
);

test('a list completes even if the index and its requests are deleted while it is read', async (t) => {
  const bot = await startDeleting(t);
  bot.service.putPost({ brandId, caption: 'Beans from Huila' });
  const held = holdCalls(t);
  bot.service.faults.add({ on: 'GET /post', ...held.fault });
  bot.deletesAt('page indexed');
  await bot.ana.hears('/social posts', /^Loading posts/);
  held.release();
  const list = await bot.ana.privateMessage(/Beans from Huila/);
  assert.match(list.text, /^As of <!date/m);
  assert.equal(bot.deleted(), 1);
});

longTest(
  'if the index is deleted during a pause, each post is still unscheduled with one request',
  async (t) => {
    const bot = await startDeleting(t, {}, startPausing);
    const posts = schedulePosts(bot, ['Beans from Huila', 'Beans from Nariño', 'Beans from Tolima']);
    for (const step of ['page indexed', 'pause noted', 'pause answered']) bot.deletesAt(step, { times: 2 });
    await bot.bo.types('/social pause Northwind Coffee wrong prices');
    await pauseReport(bot, /3 posts unscheduled/);
    assert.ok(bot.deleted() >= 5);
    for (const { id } of posts) {
      assert.equal(bot.service.post(id)?.state, 'draft');
      assert.equal(bot.service.requestsTo(`PATCH /post/${id}`).length, 1);
    }
  },
);

for (const step of shareOf(['create noted', 'create answered', 'page indexed'], { which: 1, shares: 3 }))
  longTest(
    `if the index is deleted at "${step}", a post whose response has no ID still gets its card`,
    async (t) => {
      const bot = await startDeleting(t, { service: { variants: { idPlace: 'none' } } });
      bot.service.putHistory({ brandId, count: 60 });
      bot.deletesAt(step, { times: 2 });
      await requestsCard(bot.ana, '/post Beans from Huila', cardSays.ready);
      assert.ok(bot.deleted() > 0);
      assert.equal(bot.service.creations(), 1);
    },
  );
