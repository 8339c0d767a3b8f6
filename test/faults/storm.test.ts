import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makesDraft } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';

const crowd = 200;

test(`of ${crowd} people who approve at once one publishes, and every other is told privately who was first`, async (t) => {
  const people = Array.from({ length: crowd }, (_, i) => ({ id: `U0CROWD${i}`, name: `Crowd ${i}` }));
  const { ana, chat, service } = await startBot(t, {
    chat: {
      // how fast it is must not decide here
      answerWithinMs: 30_000,
      seeWithinMs: 30_000,
      people: [...['Ana', 'Bo', 'Cy'].map((name) => ({ id: `U0${name.toUpperCase()}`, name })), ...people],
    },
    // it would publish a published post again
    service: { variants: { republish: 'accepted' } },
  });
  const card = await makesDraft(ana, 'Beans from Huila');

  const since = performance.now();
  const notices = await Promise.all(
    people.map(({ name }) => chat.person(name).clicks(card, 'Approve & publish')),
  );
  const winner = await eventually(() => /Published by <@(U0CROWD\d+)>/.exec(card.text)?.[1] ?? null);
  const answers = await eventually(() => {
    const found = chat.world.messages(card.channel).filter(({ privateTo }) => privateTo !== undefined);
    assert.equal(found.length, crowd - 1);
    return found;
  });
  const tookMs = performance.now() - since;

  assert.deepEqual([...new Set(notices)], ['']);
  assert.equal(service.requestsTo('PATCH /post/*').length, 1);
  assert.equal(service.publishes(), 1);
  for (const { text } of answers)
    assert.match(text, new RegExp(`<@${winner}> (approved|published) this first`));
  assert.equal(new Set(answers.map(({ privateTo }) => privateTo)).size, crowd - 1);
  assert.ok(!answers.some(({ privateTo }) => privateTo === winner));
  t.diagnostic(`${crowd} clicks were answered within ${Math.round(tookMs)} ms`);
});
