/** A post's card while publishing is paused, and after a user unscheduled the post. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { questionOf } from '#test/support/confirm.ts';
import { inDays, pausesBrand, startPausing } from '#test/support/pausing.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { generatedWhilePaused, savedAsDrafts } from '#views/posts/paused.ts';

test('a paused brand’s card starts with who paused it, and when approving is possible again', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  await pausesBrand(bo, /No posts were unscheduled/);
  await card.shows(/\*Publishing is paused\*\n.*<@U0BO> paused /);
  assert.doesNotMatch(card.text, cardSays.ready);
  assert.match(
    card.text,
    /To approve, publish, or schedule posts, resume publishing with `\/social resume Northwind Coffee`\./,
  );
  const form = await ana.opens('/ai-post', 'New AI post');
  assert.match(form.text, /<@U0BO> paused \*Northwind Coffee\*[^\n]*: wrong prices/, 'chosen already');
  await form.close();
  await bo.types('/social resume Northwind Coffee');
  await card.shows(/\*Ready for review\*/);
  assert.doesNotMatch(card.text, /paused/);
});

test('the form for a new post says if its brand is paused, even after another brand is chosen', async (t) => {
  const bot = await startBot(t, { service: { seed: 'demo' } });
  const { ana, bo } = bot;
  await bo.types('/social pause Atlas Outdoor wrong prices');
  await bo.sees('social', /paused \*Atlas Outdoor\*/);
  for (const [command, meaning] of [
    ['/post', savedAsDrafts],
    ['/ai-post', generatedWhilePaused],
    ['/campaign', generatedWhilePaused],
  ] as const) {
    await ana.types(command);
    const form = await ana.seesModal();
    await form.fill({ Brand: 'Harbor Yoga' });
    await form.shows('Social profiles');
    assert.doesNotMatch(form.text, /wrong prices/);
    await form.fill({ Brand: 'Atlas Outdoor' });
    await form.shows(/<@U0BO> paused \*Atlas Outdoor\*[^\n]*: wrong prices/);
    assert.ok(form.text.includes(meaning), form.text);
    await form.fill({ Brand: 'Harbor Yoga' });
    await form.noLongerShows(/wrong prices/);
    await form.close();
  }
});

test('Unschedule asks first, naming post, networks and time, and the card says who did it', async (t) => {
  const { ana, bo } = await startBot(t);
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(2) / 1_000 } });
  const card = await ana.sees('social', cardSays.scheduled);
  await card.offers('Unschedule');
  const question = questionOf(card, 'Unschedule') ?? '';
  assert.match(question, /goes to Instagram · northwind\.coffee\..*It’s scheduled for \w{3} \d{1,2}, /);
  await bo.clicks(card, 'Unschedule', { shows: cardSays.readyWith(/Unscheduled by <@U0BO>, <!date/) });
});
