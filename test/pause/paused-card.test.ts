/** What the card of a post says while publishing is paused, and of a post that a person unscheduled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks, makesDraft } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { cardSays } from '#test/support/card-says.ts';
import { questionOf } from '#test/support/confirm.ts';
import { eventually } from '#test/support/eventually.ts';
import { inDays, paused, startPausing } from '#test/support/pausing.ts';

test('the card of a paused brand says so first, who paused it, and when it can be approved again', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  await eventually(() => assert.ok(card.buttons.includes('Approve & publish')));
  await bo.types('/social pause Northwind Coffee wrong prices', { in: 'social' });
  await paused(bot, /No posts were unscheduled/);
  await eventually(() => assert.match(card.text, /\*Publishing is paused\*\n.*<@U0BO> paused /));
  assert.doesNotMatch(card.text, cardSays.ready);
  assert.match(
    card.text,
    /To approve, publish, or schedule posts, resume publishing with `\/social resume Northwind Coffee`\./,
  );
  await bo.types('/social resume Northwind Coffee', { in: 'social' });
  await eventually(() => assert.match(card.text, /\*Ready for review\*/));
  assert.doesNotMatch(card.text, /paused/);
});

test('Unschedule asks first, naming post, networks and time, and the card says who did it', async (t) => {
  const { ana, bo } = await startBot(t);
  await asks(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(2) / 1_000 } });
  const card = await ana.sees('social', cardSays.scheduled);
  await eventually(() => assert.ok(card.buttons.includes('Unschedule')));
  const question = questionOf(card, 'Unschedule') ?? '';
  assert.match(
    question,
    /goes to Instagram · northwind\.coffee\..*“Beans from Huila” is scheduled for \w{3} \d{1,2}, /,
  );
  await bo.clicks(card, 'Unschedule');
  await eventually(() => assert.match(card.text, cardSays.readyWith(/Unscheduled by <@U0BO>, <!date/)));
});
