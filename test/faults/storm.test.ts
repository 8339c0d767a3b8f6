import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { isLong } from '#test/support/long-tests.ts';
import { makesDraft } from '#test/support/people.ts';
import { crowdOf, pressTogether } from './crowd.ts';

const crowd = isLong ? 200 : 15;

test(`of ${crowd} people who approve at once one publishes, and every other is told privately who was first`, async (t) => {
  const people = crowdOf(crowd);
  const { ana, chat, service } = await startBot(t, {
    chat: {
      people: [...['Ana', 'Bo', 'Cy'].map((name) => ({ id: `U0${name.toUpperCase()}`, name })), ...people],
    },
    // it would publish a published post again
    service: { variants: { republish: 'accepted' } },
  });
  const card = await makesDraft(ana, 'Beans from Huila');

  const { tookMs, late } = await pressTogether(chat, card, people);

  assert.deepEqual(
    people.flatMap(({ name }) => chat.person(name).notices),
    [],
  );
  assert.equal(service.requestsTo('PATCH /post/*').length, 1);
  assert.equal(service.publishes(), 1);
  t.diagnostic(`all were answered within ${Math.round(tookMs)} ms; ${late} clicks waited for more than 3 s`);
});
