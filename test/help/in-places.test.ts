/** What the help says to press, on cards, in lists and in forms, is there and has these words. */
import assert from 'node:assert/strict';
import { asks } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { cardSays } from '#test/support/card-says.ts';
import { eventually } from '#test/support/eventually.ts';
import { paused, startPausing, toDecide } from '#test/support/pausing.ts';
import { inNextSlot, nextSlots, postingTimes } from '#test/support/slots.ts';
import { xtest } from '#test/support/sweep.ts';
import { aTemplate, templatesSaved } from '#test/support/templates.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };

xtest('someone who only reads the help finds each of these buttons where it says', async (t) => {
  const started = await startBot(t);
  const { ana } = started;
  await postingTimes(t, started, brand);
  await ana.types('/social help', { in: 'social' });
  const help = await ana.seesPrivately(/What you can do here/);
  const says = (button: string, where = ''): void =>
    assert.match(help, new RegExp(`\\*${button}:\\* ${where}`), button);

  await asks(ana, '/ai-post Our autumn menu starts on Monday');
  const post = await ana.sees('social', cardSays.ready);
  for (const button of ['Duplicate', 'Rewrite', 'Request changes', 'Add to queue']) {
    says(button);
    await eventually(() => assert.ok(post.buttons.includes(button), button));
  }

  says('Add to queue', '.*also available in `/post`');
  await asks(ana, '/post Beans from Huila', { fill: inNextSlot });
  await ana.sees('social', /Scheduled for[\s\S]*Huila/);

  says('Rearrange queue', 'In `/social slots`');
  await ana.types('/social slots Northwind Coffee', { in: 'social' });
  const slots = await ana.privateMessage(/Posting times for Northwind Coffee/);
  assert.ok(slots.buttons.includes('Rearrange queue'));

  says('Carousel', 'In `/ai-post` and `/campaign`');
  await ana.types('/ai-post Our autumn menu', { in: 'social' });
  const generating = await ana.seesModal('New AI post');
  await generating.fill({ Images: '2 images (carousel)' });
  await generating.close();

  says('Write post, Generate post, and Create campaign', 'Buttons in your Home tab \\(`/social home`');
  const home = await ana.opensHome();
  for (const button of ['Write post', 'Generate post', 'Create campaign'])
    assert.ok(home.buttons.includes(button), button);

  says('Review campaign', 'On a campaign’s card');
  await asks(ana, '/campaign Opening week', { fill: { Posts: '3', Days: '3' } });
  const campaign = await ana.sees('social', /3 posts to review/);
  await eventually(() => assert.ok(campaign.buttons.includes('Review campaign')));

  says('Template', 'In `/post` and `/ai-post`');
  await templatesSaved(t, started, brand, [aTemplate(), aTemplate({ id: 'template-2', kind: 'prompt' })]);
  for (const [command, field] of [
    ['/post', 'Caption'],
    ['/ai-post', 'Prompt'],
  ] as const) {
    await ana.types(command, { in: 'social' });
    const form = await ana.seesModal(/^New/);
    await eventually(() => form.fill({ Template: aTemplate().name }));
    await eventually(() => assert.match(String(form.values[field]), /^New at Northwind Coffee/));
    await form.close();
  }
});

xtest('someone who only reads the help finds the button that pushes back the queue where it says', async (t) => {
  let aheadMs = 0;
  const started = await startPausing(t, { now: () => Date.now() + aheadMs });
  const { ana, bo, service } = started;
  await postingTimes(t, started, brand);
  const [missed = 0, next] = nextSlots(2);
  await asks(ana, '/post Beans from Huila', { fill: { 'Schedule for': new Date(missed) } });
  await ana.sees('social', cardSays.scheduled);
  await bo.types('/social pause Northwind Coffee wrong prices', { in: 'social' });
  await paused(started, /1 post unscheduled/);
  aheadMs = missed + 60_000 - Date.now();

  const button = 'Push queue back';
  await bo.types('/social help', { in: 'social' });
  const help = await bo.seesPrivately(/What you can do here/);
  assert.match(help, new RegExp(`\\*${button}:\\* In \`/social resume\``));
  await bo.types('/social resume Northwind Coffee', { in: 'social' });
  await bo.clicks(await toDecide(bo, /Decide what to do with 1 post/), button);
  await bo.seesPrivately(/Changed the time of 1 post in the queue/);
  await eventually(() => assert.equal(service.posts()[0]?.scheduledAt, next));
});
