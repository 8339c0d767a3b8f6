/** Rewriting an AI post, and keeping one of its versions, over signed HTTP. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import { asks } from '#test/support/asks.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardsBelow } from '#test/support/notifications.ts';

const prompt = 'Our autumn menu starts on Monday';

async function withAiPost(t: TestContext, options: Parameters<typeof startBot>[1] = {}) {
  const bot = await startBot(t, options);
  await asks(bot.ana, `/ai-post ${prompt}`);
  const card = await bot.ana.sees('social', /Ready for review/);
  await eventually(() => assert.ok(card.buttons.includes('Rewrite')));
  return { ...bot, card };
}

async function rewrites(
  who: StartedBot['bo'],
  card: ShownMessage,
  fill: Record<string, string>,
): Promise<Record<string, string>> {
  await who.clicks(card, 'Rewrite');
  const modal = await who.seesModal('Rewrite the post');
  await modal.fill(fill);
  return (await modal.submit()).errors;
}

/** The newest version in the thread, once it waits for a decision. */
const nthVersion = (card: ShownMessage, n: number): Promise<ShownMessage> =>
  eventually(() => {
    const version = cardsBelow(card)[n - 1];
    return version?.buttons.includes('Keep this version') ? version : null;
  });

test('a rewrite is generated from the prompt, the version and the wish, and comes into the thread of the first version', async (t) => {
  const { bo, card, chat, service } = await withAiPost(t);
  const { caption } = (await eventually(() => service.posts()[0])) as { caption: string };
  assert.deepEqual(
    await rewrites(bo, card, {
      'What should change': 'Shorter',
      'In your own words': 'Begin with a question',
    }),
    {},
  );
  const version = await nthVersion(card, 1);
  assert.match(version.text, /AI post for Northwind Coffee[\s\S]*rewritten: Shorter · Begin with a question/);
  assert.match(version.text, /Requested by <@U0BO>/);
  await eventually(() => assert.ok(card.buttons.includes('Keep this version')));
  const [, second] = service.requestsTo('POST /post/ai').map(({ body }) => body as Record<string, unknown>);
  assert.equal(second?.postLength, 'short');
  const sent = String(second?.prompt);
  for (const part of [prompt, 'Shorter · Begin with a question', caption])
    assert.ok(sent.includes(part), part);
  assert.equal(service.generations(), 2);
  // the status message is gone
  await eventually(() => assert.equal(chat.messages('social').filter(({ thread }) => !thread).length, 1));
});

test('whoever keeps a version discards the others, which no list shows; one of them can be reopened', async (t) => {
  const started = await withAiPost(t);
  const { ana, bo, card } = started;
  await rewrites(bo, card, { 'What should change': 'Longer' });
  const longer = await nthVersion(card, 1);
  await rewrites(ana, longer, { 'What should change': 'Another tone', Tone: 'Bold' });
  const bold = await nthVersion(card, 2);
  assert.match(bold.text, /rewritten: Bold tone/);

  await bo.clicks(longer, 'Keep this version');
  for (const discarded of [card, bold])
    await eventually(() => {
      assert.match(discarded.text, /Discarded by <@U0BO>\.\* Another version in this thread was kept/);
      assert.deepEqual(discarded.buttons, ['Reopen']);
    });
  await eventually(() => assert.ok(!longer.buttons.includes('Keep this version')));
  assert.ok(longer.buttons.includes('Approve & publish'));

  await ana.types('/social posts Northwind Coffee', { in: 'social' });
  const list = await ana.seesPrivately(/Posts for Northwind Coffee/);
  assert.equal(list.match(/Ready for review/g)?.length, 1);
  assert.doesNotMatch(list, /Discarded/);

  await ana.clicks(bold, 'Reopen');
  await eventually(() => assert.match(bold.text, /Ready for review/));
  const noted = (await auditTrail(t, started)).filter(({ what }) => what === 'rejected');
  assert.deepEqual(
    noted.map(({ by, note }) => [by, note]),
    [
      ['U0BO', 'another version was kept'],
      ['U0BO', 'another version was kept'],
    ],
  );
});

test('a version that was scheduled in the meantime is unscheduled before it is discarded', async (t) => {
  const { ana, bo, card, service } = await withAiPost(t);
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  await ana.clicks(card, 'Schedule');
  const form = await ana.seesModal('Schedule');
  await form.fill({ 'Publish at': Math.ceil(Date.now() / 1_000) + 86_400 });
  await form.submit();
  await eventually(() => assert.match(card.text, /\*Scheduled for/));
  await bo.clicks(shorter, 'Keep this version');
  await eventually(() => assert.match(card.text, /Discarded by <@U0BO>/));
  const last = service.requestsTo('PATCH /post/*').at(-1);
  assert.deepEqual(last?.body, { scheduledAt: null });
});

test('a version is not kept once another one is published', async (t) => {
  const { ana, bo, card, service } = await withAiPost(t);
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  await ana.clicks(card, 'Approve & publish');
  await eventually(() => assert.match(card.text, /Published by/));
  await bo.clicks(shorter, 'Keep this version');
  assert.match(await bo.seesPrivately(/nothing was discarded/), /approved or published already/);
  assert.ok(shorter.buttons.includes('Keep this version'));
  assert.equal(service.publishes(), 1);
});

test('of two people who keep different versions at the same moment, one is first, and one version stays', async (t) => {
  const { bo, card, cy } = await withAiPost(t);
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  await eventually(() => assert.ok(card.buttons.includes('Keep this version')));
  await Promise.all([bo.clicks(card, 'Keep this version'), cy.clicks(shorter, 'Keep this version')]);
  await eventually(() => assert.match(`${card.text}${shorter.text}`, /Discarded by/));
  const open = [card, shorter].filter(({ text }) => /Ready for review/.test(text));
  assert.equal(open.length, 1);
  await eventually(() => assert.ok(!open[0]?.buttons.includes('Keep this version')));
});

test('another version can be kept later instead', async (t) => {
  const { bo, card, cy } = await withAiPost(t);
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  await bo.clicks(shorter, 'Keep this version');
  await eventually(() => assert.deepEqual(card.buttons, ['Reopen']));
  await cy.clicks(card, 'Reopen');
  await eventually(() => assert.ok(card.buttons.includes('Keep this version')));
  await cy.clicks(card, 'Keep this version');
  await eventually(() => assert.match(shorter.text, /Discarded by <@U0CY>/));
});

test('the form asks for the tone and the words that the choice needs, and nothing is sent', async (t) => {
  const { bo, card, service } = await withAiPost(t);
  assert.deepEqual(await rewrites(bo, card, { 'What should change': 'Another tone' }), {
    Tone: 'Choose the tone.',
  });
  assert.deepEqual(await rewrites(bo, card, { 'What should change': 'Something else' }), {
    'In your own words': 'Say what should change.',
  });
  assert.equal(service.generations(), 1);
});

test('a post that was decided while the form was open is not rewritten', async (t) => {
  const { ana, bo, card, service } = await withAiPost(t);
  await bo.clicks(card, 'Rewrite');
  const modal = await bo.seesModal('Rewrite the post');
  await ana.clicks(card, 'Approve & publish');
  await eventually(() => assert.match(card.text, /Published by/));
  await modal.fill({ 'What should change': 'Shorter' });
  assert.match((await modal.submit()).errors['What should change'] ?? '', /published|approved/);
  assert.equal(service.generations(), 1);
});

test('a rewrite that fails says so in the thread, and leaves the first version as it is', async (t) => {
  const { bo, card, service } = await withAiPost(t);
  service.failGeneration(() => true);
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  await eventually(() => assert.match(cardsBelow(card)[0]?.text ?? '', /Generation failed/));
  await eventually(() => assert.ok(cardsBelow(card)[0]?.buttons.includes('Generate again')));
  assert.match(card.text, /Ready for review/);
  assert.ok(card.buttons.includes('Approve & publish'));
});
