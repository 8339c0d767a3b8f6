import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { isLong } from '#test/support/long-tests.ts';
import { makesDraft } from '#test/support/user-actions.ts';
import { clickAtOnce, clickersFor } from './clicks-at-once.ts';

const clickers = isLong ? 200 : 15;

test(`of ${clickers} people who approve at once, one publishes, and the others see who was first`, async (t) => {
  const users = clickersFor(clickers);
  const { ana, chat, service } = await startBot(t, {
    chat: {
      users: [...['Ana', 'Bo', 'Cy'].map((name) => ({ id: `U0${name.toUpperCase()}`, name })), ...users],
    },
    // it would publish a published post twice
    service: { variants: { republish: 'accepted' } },
  });
  const card = await makesDraft(ana, 'Beans from Huila');

  const { tookMs, late } = await clickAtOnce(chat, card, users);

  assert.deepEqual(
    users.flatMap(({ name }) => chat.user(name).notices),
    [],
  );
  assert.equal(service.requestsTo('PATCH /post/*').length, 1);
  assert.equal(service.publishes(), 1);
  t.diagnostic(`all were answered within ${Math.round(tookMs)} ms; ${late} clicks waited for more than 3 s`);
});
