/** The buttons that the help mentions exist on cards, in lists and in forms, with these names. */
import assert from 'node:assert/strict';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { pausesBrand, resumesBrand, startPausing } from '#test/support/pausing.ts';
import { inNextSlot, nextSlots, postingTimes } from '#test/support/slots.ts';
import { aTemplate, saveTemplates } from '#test/support/templates.ts';
import { cardSays, requestsCard, submits } from '#test/support/user-actions.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };

longTest('someone who only reads the help finds each of these buttons where it says', async (t) => {
  const started = await startBot(t);
  const { ana } = started;
  await postingTimes(t, started, brand);
  const { text: help } = await ana.hears('/social help', /What you can do here/);
  const says = (button: string, where = ''): void =>
    assert.match(help, new RegExp(`\\*${button}:\\* ${where}`), button);

  const post = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready);
  for (const button of ['Duplicate', 'Rewrite', 'Request changes', 'Add to queue']) {
    says(button);
    await eventually(() => assert.ok(post.buttons.includes(button), button));
  }

  says('Add to queue', '.*also available in `/post`');
  await requestsCard(ana, '/post Beans from Huila', /Scheduled for[\s\S]*Huila/, { fill: inNextSlot });

  says('Rearrange queue', 'In `/social slots`');
  const slots = await ana.hears('/social slots Northwind Coffee', /Posting times for Northwind Coffee/);
  assert.ok(slots.buttons.includes('Rearrange queue'));

  says('Carousel', 'In `/ai-post` and `/campaign`');
  const generating = await ana.opens('/ai-post Our autumn menu', 'New AI post');
  await generating.fill({ Images: '2 images (carousel)' });
  await generating.close();

  says('Write post, Generate post, and Create campaign', 'Buttons in your Home tab \\(`/social home`');
  const home = await ana.opensHome();
  for (const button of ['Write post', 'Generate post', 'Create campaign'])
    assert.ok(home.buttons.includes(button), button);

  says('Review campaign', 'On a campaign’s card');
  await submits(ana, '/campaign Opening week', { fill: { Posts: '3', Days: '3' } });
  const campaign = await ana.sees('social', /3 posts to review/);
  await campaign.offers('Review campaign');

  says('Template', 'In `/post` and `/ai-post`');
  await saveTemplates(t, started, brand, [aTemplate(), aTemplate({ id: 'template-2', kind: 'prompt' })]);
  for (const [command, field] of [
    ['/post', 'Caption'],
    ['/ai-post', 'Prompt'],
  ] as const) {
    const form = await ana.opens(command, /^New/);
    await eventually(() => form.fill({ Template: aTemplate().name }));
    await eventually(() => assert.match(String(form.values[field]), /^New at Northwind Coffee/));
    await form.close();
  }
});

longTest(
  'someone who only reads the help finds the button that pushes back the queue where it says',
  async (t) => {
    let aheadMs = 0;
    const started = await startPausing(t, { now: () => Date.now() + aheadMs });
    const { ana, bo, service } = started;
    await postingTimes(t, started, brand);
    const [missed = 0, next] = nextSlots(2);
    await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': new Date(missed) } });
    await ana.sees('social', cardSays.scheduled);
    await pausesBrand(bo, /1 post unscheduled/);
    aheadMs = missed + 60_000 - Date.now();

    const button = 'Push queue back';
    const { text: help } = await bo.hears('/social help', /What you can do here/);
    assert.match(help, new RegExp(`\\*${button}:\\* In \`/social resume\``));
    await bo.clicks(await resumesBrand(bo, /Decide what to do with 1 post/), button);
    await bo.seesPrivately(/Changed the time of 1 post in the queue/);
    await eventually(() => assert.equal(service.posts()[0]?.scheduledAt, next));
  },
);
