/** A worker that dies while it changes a post, and another that carries on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edits, makesDraft } from '#test/support/asks.ts';
import { eventually } from '#test/support/eventually.ts';
import { startAnother, startDying, startWithoutWorker } from './steps.ts';

const on = 'PATCH /post/*';

test('a worker that dies after the answer to a change was noted: another shows it, and sends nothing', async (t) => {
  const bot = await startWithoutWorker(t);
  const { ana, bo, service } = bot;
  const dying = await startDying(t, bot, 'update recorded');
  const card = await makesDraft(ana, 'The first words');
  await edits(bo, card, 'The second words');
  await dying.ended;
  await startAnother(t, bot);
  await eventually(() => assert.match(card.text, /The second words/));
  await eventually(() => assert.ok(card.buttons.includes('Approve & publish')));
  assert.equal(service.posts()[0]?.caption, 'The second words');
  assert.equal(service.requestsTo(on).length, 1);
});

test('a worker that dies before the answer to a change was noted: another sends it once more', async (t) => {
  const bot = await startWithoutWorker(t);
  const { ana, bo, service } = bot;
  const dying = await startDying(t, bot, 'update answered');
  const card = await makesDraft(ana, 'The first words');
  await edits(bo, card, 'The second words');
  await dying.ended;
  await startAnother(t, bot);
  await eventually(() => assert.match(card.text, /The second words/));
  assert.equal(service.requestsTo(on).length, 2);
});
