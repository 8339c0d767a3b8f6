import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileReads, holdFileCheck, startUnderRule } from '#test/support/linked-files.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { aRule } from '#test/support/rules.ts';
import { approve, cardSays } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { checkingFiles } from '#views/posts/card-state.ts';

test('nothing is published before its files are checked, and the card says what it waits for', async (t) => {
  const { options, later, goOn } = holdFileCheck();
  const { bo, card, service, files } = await startUnderRule(t, aRule(), options);
  await approve(bo, card);
  await fileReads(files, 1);
  later(60_000);
  await card.shows(checkingFiles);
  files.at.set('/files/beans.png', 'something else');
  assert.equal(service.publishes(), 0);
  goOn();
  await card.shows(/File 1 was replaced at the same link/);
  assert.ok(!card.text.includes(checkingFiles));
  assert.equal(service.publishes(), 0);
});

longTest(
  'a post whose files can’t be checked for ten minutes returns to review, and can be approved',
  async (t) => {
    const { options, later, goOn } = holdFileCheck();
    const { bo, card, service, files } = await startUnderRule(t, aRule(), options);
    t.after(() => goOn());
    await approve(bo, card);
    await fileReads(files, 1);
    later(5_000);
    await card.shows(checkingFiles);
    later(10 * 60_000);
    await card.shows(/couldn’t check file 1, .* The post wasn’t published/);
    await card.shows(/0 of 1 approval/);
    assert.equal(service.publishes(), 0);
    goOn();
    await approve(bo, card, { shows: cardSays.publishedBy('U0BO') });
  },
);

longTest('no time is sent before the files are checked', async (t) => {
  const { options, later, goOn } = holdFileCheck();
  const { bo, card, service, files } = await startUnderRule(t, aRule(), {
    ...options,
    fill: { 'Schedule for': inDays(1) / 1_000 },
  });
  await approve(bo, card);
  await fileReads(files, 1);
  later(60_000);
  await card.shows(checkingFiles);
  assert.equal(service.posts()[0]?.scheduledAt ?? null, null);
  goOn();
  await card.shows(cardSays.scheduled);
});

test('a file that can’t be read is published only if someone approves after the card says so', async (t) => {
  const { bo, card, service } = await startUnderRule(t, aRule(), {
    fill: { 'Media links': 'http://127.0.0.1:9/beans.png' },
  });
  await approve(bo, card, { shows: /File 1 can’t be checked/ });
  await card.offers(buttonText.publishNow);
  assert.match(card.text, /1 of 1/);
  assert.equal(service.publishes(), 0);
  await bo.clicks(card, buttonText.publishNow, { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});
