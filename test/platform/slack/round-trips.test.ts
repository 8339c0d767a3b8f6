import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { aCard, campaignRequest } from '#test/posts/card/samples.ts';
import { startBot } from '#test/support/bot.ts';
import { oneOf } from '#test/support/long-tests.ts';
import { startMonitor } from '#test/support/monitor.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';

/** A bot without a worker, and so many brands with a card that waits for a decision. */
async function start(t: TestContext, brands: number) {
  const parts = await startBot(t, { settings: { ROLE: 'bot' } });
  const { ana, chat, redisUrl, settings } = parts;
  const { redis, prefix } = redisOf(t, settings);
  const cards = cardStoreIn(redis, prefix);
  const { team_id: workspace } = (await (
    await fetch(`${chat.apiUrl}auth.test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.SLACK_BOT_TOKEN}` },
    })
  ).json()) as { team_id: string };
  const brand = (n: number) => ({ id: `brand-of-${n}`, name: `Brand ${n}` });
  await Promise.all(
    Array.from({ length: brands }, (_, n) =>
      cards.add(aCard({ id: `card-${n}`, workspace, brand: brand(n), state: 'review', postId: `post-${n}` })),
    ),
  );
  // a form without cached profiles requests them after the counted requests
  const form = await ana.opens('/post', 'New post');
  await form.optionsOf('Social profiles');
  await form.close();
  const monitor = await startMonitor(t, redisUrl, prefix);
  const clicks = (card: string, action_id: string) =>
    chat.deliver.interaction({
      type: 'block_actions',
      actions: [{ type: 'button', action_id, block_id: 'b', value: card }],
    });
  return { ...parts, monitor, clicks, cards, workspace };
}

for (const brands of oneOf([60, 3])) {
  test(`with cards in ${brands} brands, a slash command makes two round trips to Redis`, async (t) => {
    const { ana, monitor } = await start(t, brands);
    for (const command of ['/post', '/ai-post', '/campaign', '/social post'])
      assert.deepEqual(
        await monitor.during(async () => {
          await ana.types(`${command} Some words`);
          await (await ana.seesModal(/^New/)).close();
        }),
        // the first seven go out together, with the pauses; the posting times of the brand are read with its templates
        [
          'get',
          'get',
          'get',
          'hgetall',
          'hgetall',
          'hgetall',
          'get',
          ...(command === '/campaign' ? [] : ['hget']),
          ...(/post$/.test(command) && command !== '/ai-post' ? ['hget', 'hget', 'hget', 'hget'] : []),
        ],
        command,
      );
  });

  test(`with cards in ${brands} brands, a submission writes its card with one script and queues one job`, async (t) => {
    const { ana, monitor } = await start(t, brands);
    const submit = async () => {
      const modal = await ana.opens('/post Some words', 'New post');
      return monitor.during(async () => {
        await modal.submit();
        // what follows an acknowledgement has gone out before the next command is read
        await ana.types('/post');
        await (await ana.seesModal('New post')).close();
      });
    };
    // the first submission reads the rule and the settings, records the workspace, and loads the scripts
    assert.deepEqual((await submit()).slice(0, 2), ['hmget', 'hget']);
    const sent = await submit();
    // behind the first: the job, and the brand of the channel, which go out together; a card that has no message yet isn't rendered
    assert.deepEqual(sent.slice(0, 1), ['evalsha']);
    assert.deepEqual(sent.slice(1, 3).toSorted(), ['evalsha', 'set']);
  });

  test(`with cards in ${brands} brands, a click reads once, writes once, and queues two jobs`, async (t) => {
    const { monitor, clicks } = await start(t, brands);
    await clicks('card-0', 'card.approve');
    assert.deepEqual(await monitor.during(() => clicks('card-1', 'card.approve')), [
      'get',
      'hgetall',
      'hgetall',
      'evalsha',
      'evalsha',
      'evalsha',
    ]);
  });

  test(`with cards in ${brands} brands, a button that opens a modal reads once and writes nothing`, async (t) => {
    const { ana, monitor, clicks } = await start(t, brands);
    assert.deepEqual(await monitor.during(() => clicks('card-0', 'card.edit')), [
      'get',
      'hgetall',
      'hgetall',
    ]);
    await ana.seesModal(/./);
  });

  test(`with cards in ${brands} brands, a campaign review opens after one read and then loads its posts`, async (t) => {
    const { ana, cards, chat, monitor, clicks, workspace } = await start(t, brands);
    const posts = Array.from({ length: 3 }, (_, n) => `card-${n}`);
    await cards.add(
      aCard({ id: 'campaign', kind: 'campaign', workspace, posts, state: 'review' }, campaignRequest),
    );
    const opened = () => chat.calls.some(({ method }) => method === 'views.open');
    const read = await monitor.during(async () => {
      await clicks('campaign', 'campaign.review');
      assert.ok(opened());
      await (await ana.seesModal('Review campaign')).shows(/ \*3\.\* /);
    });
    // the posts, the rule, the pause, and the posting times go out together
    assert.deepEqual(read, ['get', 'mget', 'hmget', 'hmget', 'hgetall']);
  });
}
