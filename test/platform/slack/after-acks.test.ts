import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createAfterAcks } from '#src/platform/slack/after-acks.ts';

test('what follows many acknowledgements begins in their order, with room for deliveries in between', async () => {
  const after = createAfterAcks(() => 0);
  const begun: number[] = [];
  const all = Array.from({ length: 100 }, async (_, n) => {
    await after.turn();
    begun.push(n);
  });
  const atOnce: number[] = [];
  for (let before = 0; begun.length < 100; before = begun.length) {
    await setImmediate();
    atOnce.push(begun.length - before);
  }
  await Promise.all(all);
  assert.deepEqual(begun, [...begun.keys()]);
  assert.ok(Math.max(...atOnce) <= 8, `${Math.max(...atOnce)} began in one turn`);
});

test('what follows waits while deliveries come in, and not for ever', async () => {
  let ms = 0;
  const after = createAfterAcks(() => ms);
  let arrivals = 0;
  let began: number | undefined;
  after.arrived();
  after.arrived();
  const turn = after.turn().then(() => {
    began = arrivals;
  });
  // one comes in at every quarter of a millisecond
  while (began === undefined) {
    await setImmediate();
    ms += 0.25;
    after.arrived();
    arrivals += 1;
  }
  await turn;
  assert.ok(began >= 80, `began after ${began} more deliveries`);
});

test('what follows a delivery that came alone begins in the next turn of the event loop', async () => {
  const after = createAfterAcks(() => 0);
  after.arrived();
  let began = false;
  void after.turn().then(() => {
    began = true;
  });
  await setImmediate();
  assert.ok(began);
});
