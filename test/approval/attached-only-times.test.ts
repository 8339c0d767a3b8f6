/** A rule that accepts only attached files, but lets posts be scheduled without approval. Scheduled posts with links aren't published either. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aFile, reviewCard, sendsFile } from '#test/spreadsheets/files.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { picture, startServing } from '#test/support/files.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { inDays, pausesBrand, resumesBrand, startPausing } from '#test/support/pausing.ts';
import { dateOf, startRecurring } from '#test/support/recurring.ts';
import { continueTo, reviews, tick, withCampaign } from '#test/support/review.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { inNextSlot, nextSlots, postingTimes } from '#test/support/slots.ts';
import { approve, cardSays, makesDraft, requestsCard, submits } from '#test/support/user-actions.ts';
import { clockText, shortDayText } from '#views/kit/moment.ts';
import { resumeButtons } from '#views/pause/resume.ts';
import { uploadLabel } from '#views/posts/media-fields.ts';
import { linksMadeAsDraft } from '#views/posts/paused.ts';
import { notAttachedText } from '#views/posts/problems.ts';

const rule = aRule({ scheduled: false, attachedOnly: true });
const linked = { why: 'files_linked' as const, files: [1] };
const link = notAttachedText(linked);
const url = 'https://example.com/beans.png';
const northwind = { id: 'brand-1', name: 'Northwind Coffee' };
const withLink = { 'Media links': url };
const exactly = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

test('a post with a link that is scheduled in its form is a draft, and its author sees why', async (t) => {
  const { ana, service, ...started } = await startBot(t);
  await (await ruleSetter(t, started))(rule);
  await submits(ana, '/post Fresh beans', { fill: { ...withLink, 'Schedule for': inDays(1) / 1_000 } });
  await ana.seesPrivately(exactly(linksMadeAsDraft(linked)));
  const card = await ana.sees('social', cardSays.readyWith(/Planned for/));
  assert.ok(card.text.includes(link), card.text);
  assert.deepEqual(
    service.requestsTo('POST /post').map(({ body }) => Object.hasOwn(body as object, 'scheduledAt')),
    [false],
  );
});

longTest(
  'a draft with a link gets no time from its form or the queue; with an attached file it does',
  async (t) => {
    const { ana, service, ...started } = await startServing(t);
    await postingTimes(t, started, northwind);
    await (await ruleSetter(t, started))(rule);
    const card = await makesDraft(ana, 'Fresh beans', { fill: withLink });
    await ana.hearsOn(card, 'Add to queue', exactly(link));
    const form = await ana.opensOn(card, 'Schedule', 'Schedule');
    const { errors = {} } = await form.submit({ 'Schedule for': new Date(inDays(1)) });
    assert.match(Object.values(errors).join(), /allows only attached files, but file 1 is a link/);
    await form.close();
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);

    const edit = await ana.opensOn(card, 'Edit', 'Edit post');
    await edit.sends({ [uploadLabel]: [picture], Media: 'Replace all with the files and links below' });
    await eventually(() => assert.ok(!card.text.includes(link) && card.buttons.includes('Add to queue')));
    await ana.clicks(card, 'Add to queue');
    await eventually(() => assert.equal(service.posts()[0]?.state, 'scheduled'));
  },
);

longTest(
  'a post scheduled before the rule stays and gets no new time, and another one gets no links',
  async (t) => {
    const { ana, service, ...started } = await startBot(t);
    const fill = (more: object) => ({ 'Schedule for': inDays(1) / 1_000, ...more });
    await submits(ana, '/post Fresh beans', { fill: fill(withLink) });
    await submits(ana, '/post Without a picture', { fill: fill({}) });
    const card = await ana.sees('social', /Scheduled for[\s\S]*Fresh beans/);
    const other = await ana.sees('social', /Scheduled for[\s\S]*Without a picture/);
    await (await ruleSetter(t, started))(rule);

    const form = await ana.opensOn(card, 'Reschedule', 'Reschedule');
    await form.fill({ 'Schedule for': new Date(inDays(3)) });
    assert.match(Object.values((await form.submit()).errors ?? {}).join(), /file 1 is a link/);
    await form.close();

    const edit = await ana.opensOn(other, 'Edit', 'Edit post');
    const { errors = {} } = await edit.submit(withLink);
    assert.deepEqual(Object.keys(errors), ['Media links']);
    assert.match(errors['Media links'] ?? '', /^Nothing changed\. .*file 1 is a link\./);
    await edit.close();
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);
    assert.deepEqual(
      service.posts().map(({ state }) => state),
      ['scheduled', 'scheduled'],
    );

    const words = await ana.opensOn(card, 'Edit', 'Edit post');
    await words.sends({ Caption: 'Other words' });
    await card.shows(/Scheduled for[\s\S]*Other words/);
  },
);

const changes = [
  ['a time', { 'Schedule for': new Date(inDays(3)) }],
  ['a link', withLink],
] as const;

for (const [what, change] of oneOf(changes))
  longTest(`a rule set while a post gets ${what} keeps the link from going out`, async (t) => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const { ana, service, ...started } = await startBot(t, {
      async failpoint(step) {
        if (step !== 'change allowed') return;
        reached.resolve();
        await gate.promise;
      },
    });
    const isTime = what === 'a time';
    const first = isTime ? withLink : { 'Schedule for': inDays(1) / 1_000 };
    await submits(ana, '/post Fresh beans', { fill: first });
    const card = await ana.sees('social', isTime ? cardSays.ready : cardSays.scheduled);
    const button = isTime ? 'Schedule' : 'Edit';
    const form = await ana.opensOn(card, button, isTime ? 'Schedule' : 'Edit post');
    await form.sends(change);
    await reached.promise;
    await (await ruleSetter(t, started))(rule);
    gate.resolve();
    const says = isTime
      ? /file 1 is a link\. The post wasn’t scheduled/
      : /file 1 is a link\. The post wasn’t changed/;
    await card.shows(says);
    assert.match(card.text, isTime ? cardSays.ready : cardSays.scheduled);
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  });

longTest('an imported row with a link and a time becomes a draft', async (t) => {
  const bot = await startBot(t);
  await (await ruleSetter(t, bot))(rule);
  const later = new Date(inDays(9)).toISOString();
  await sendsFile(bot, aFile([[northwind.name, 'From a file', url, 'northwind.coffee', later]]));
  await bot.ana.clicks(await reviewCard(bot, /Ready to create 1 post/), 'Create 1 post');
  await eventually(() => assert.equal(bot.service.posts()[0]?.state, 'draft'));
  await eventually(() =>
    assert.ok(
      bot.chat.messages('social').some(({ text }) => text.includes('From a file') && text.includes(link)),
    ),
  );
});

longTest('a recurring post with a link becomes a draft', async (t) => {
  const monday = Date.parse('2030-12-02T09:00Z');
  const bot = await startRecurring(t, monday - 4 * 86_400_000);
  await (await ruleSetter(t, bot))(rule);
  await bot.put({ from: dateOf(monday), mediaUrls: [url] });
  await bot.moveClockTo(monday - 3 * 86_400_000);
  await eventually(() => assert.equal(bot.service.posts()[0]?.state, 'draft'));
});

longTest('a post with a link that a pause unscheduled isn’t scheduled again', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo, service } = bot;
  await submits(ana, '/post Fresh beans', { fill: { ...withLink, 'Schedule for': inDays(2) / 1_000 } });
  await ana.sees('social', cardSays.scheduled);
  await pausesBrand(bo, /1 post unscheduled/);
  await (await ruleSetter(t, bot))(rule);
  const list = await resumesBrand(bo, /Fresh beans/);
  await bo.hearsOn(list, resumeButtons.again, exactly(link));
  assert.equal(service.posts()[0]?.state, 'draft');
});

longTest('a queued post with a link isn’t moved to another slot, and the report says why', async (t) => {
  const { ana, service, ...started } = await startBot(t);
  await postingTimes(t, started, northwind);
  await requestsCard(ana, '/post Fresh beans', cardSays.scheduled, {
    fill: { ...withLink, ...inNextSlot },
  });
  await (await ruleSetter(t, started))(rule);
  const [, second = 0] = nextSlots(2);
  await ana.types('/social slots');
  const modal = await ana.opensOn(await ana.privateMessage(), 'Rearrange queue', 'Rearrange queue');
  await modal.submit({
    'Fresh beans · Instagram': `${shortDayText(second, 'Europe/Madrid')}, ${clockText(second, 'Europe/Madrid')}`,
  });
  await ana.seesPrivately(exactly(link));
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest(
  'a campaign review moves no scheduled post with a link, and says so before anyone confirms',
  async (t) => {
    const { ana, bo, card, posts, service, ...started } = await withCampaign(t, 1);
    const [first] = posts;
    const edit = await ana.opensOn(first, 'Edit', 'Edit post');
    await edit.sends(withLink);
    await first.shows(cardSays.readyWith(/1 file added/));
    await approve(ana, first, { shows: cardSays.scheduled });
    const sent = service.requestsTo('PATCH /post/*').length;
    await (await ruleSetter(t, started))(rule);
    const modal = await reviews(bo, card);
    await tick(modal, 1);
    const shift = await continueTo(bo, modal, 'Shift times by days or hours', /Shift the time of/);
    await shift.submit({ Days: '+1' });
    const check = await bo.seesModal(/file 1 is a link/);
    assert.match(check.text, /\*1\.\*/);
    assert.equal(service.requestsTo('PATCH /post/*').length, sent);
  },
);
