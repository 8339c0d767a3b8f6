/** Batches of decisions on several posts, over signed HTTP. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createBatches } from '#src/campaigns/batch-store.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import type { BotOptions } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { nextSweep } from '#test/support/pausing.ts';
import { openQueue } from '#test/support/queue.ts';
import { recordResponses } from '#test/support/response-recorder.ts';
import { continueTo, report, reviews, tick, tickedCount, withCampaign } from '#test/support/review.ts';
import { startWorker, stopWorker } from '#test/support/roles.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { chooseText } from '#views/campaigns/review.ts';
import { resumed } from '#views/pause/resume.ts';

longTest(
  'if a worker dies during a batch, another worker finishes it, and undone approvals stay undone',
  async (t) => {
    const settings = { UNDO_SECONDS: '600' };
    const started = await withCampaign(t, 3, { settings });
    const { bo, card, posts, service } = started;
    await stopWorker(t, started);
    const modal = await reviews(bo, card);
    await tick(modal, 1, 2, 3);
    await (await continueTo(bo, modal, 'Publish now', /Publish 3 posts\?/)).submit();
    // the decisions wait for a worker, and the rule and a post change meanwhile
    const [first, , third] = posts;
    const edit = await bo.opensOn(third, 'Edit', 'Edit post');
    await edit.submit({ Caption: 'Other words' });
    let died = false;
    const goesOn = Promise.withResolvers<void>();
    await startWorker(t, started, async (step) => {
      if (step !== 'batch post decided' || died) return;
      died = true;
      await goesOn.promise;
      throw new Error('the worker ends here');
    });
    await bo.clicks(first, 'Undo', { shows: cardSays.ready });
    goesOn.resolve();
    const said = await report(bo, /\*1 approval undone, 1 failed, 1 in progress\*/);
    assert.match(said.text, /\*Failed\*\n\*3\.\*/);
    assert.match(said.text, /\*In progress\*\n\*2\.\*.*about to be published/);
    assert.match(said.text, /\*Approval undone\*\n\*1\.\*/);
    await said.offersOnly(['Undo all']);
    const approvals = (await auditTrail(t, started)).filter(({ what }) => what === 'approved');
    assert.equal(approvals.length, 2);
    assert.equal(service.publishes(), 0);
  },
);

/** Makes sure that the fault hits Bo's report, and not the notification that the campaign is ready, which can be sent as late. */
const inReport = ({ channel }: { channel?: unknown }): boolean => channel === 'U0BO';

/** Bo has confirmed publishing all of a campaign's posts now. */
async function publishesAll<N extends number>(t: TestContext, posts: N, options: BotOptions) {
  const started = await withCampaign(t, posts, options);
  const { bo, card } = started;
  const modal = await reviews(bo, card);
  await modal.clicks(chooseText(posts));
  await eventually(() => assert.equal(tickedCount(modal), posts));
  const check = await continueTo(bo, modal, 'Publish now', /Publish \d posts\?/);
  return { ...started, check };
}

test('only the approver can undo unpublished posts from the report', async (t) => {
  const { bo, posts, chat, service, check, ...started } = await publishesAll(t, 3, {
    settings: { UNDO_SECONDS: '600' },
  });
  assert.match(check.text, /You have 10 minutes to press \*Undo all\* in the direct message/);
  await check.submit();
  const said = await report(bo, /\*3 posts go out at <!date.*To stop them, press \*Undo all\* before then/);
  const [value] = JSON.stringify(said.blocks).match(/"value":"[^"]+"/) ?? [];
  const listener = recordResponses(chat);
  const pressed = (id: string) =>
    chat.deliver.interaction({
      type: 'block_actions',
      user: { id },
      response_url: listener.address(id),
      actions: [{ ...JSON.parse(`{${value}}`), type: 'button', action_id: 'batch.undo', block_id: 'b' }],
    });
  await pressed('U0ANA');
  const no = /Nothing was undone\. Couldn’t undo 3 approvals\. See each post’s card/;
  await eventually(() => assert.match(listener.textsAt('U0ANA')[0] ?? '', no));
  await bo.clicks(said, 'Undo all');
  await eventually(() => assert.ok(chat.calls.some(({ args }) => args.text === 'Undid 3 approvals.')));
  await said.shows(/\*3 approvals undone\*\nYou reviewed 3 posts.* {2}· {2}ready for review, planned for /s);
  await said.offersOnly([]);
  for (const post of posts) await post.shows(cardSays.ready);
  await pressed(bo.id);
  await eventually(() =>
    assert.match(listener.textsAt(bo.id)[0] ?? '', /nothing left to undo\. You can still unschedule/),
  );
  assert.equal(service.publishes(), 0);
  const back = (await auditTrail(t, { chat, ...started })).filter(({ what }) => what === 'taken back');
  assert.deepEqual(
    back.map(({ by }) => by),
    ['U0BO', 'U0BO', 'U0BO'],
  );
});

longTest('a report interrupted by a crash is sent again, and can undo everything, too', async (t) => {
  let died = false;
  const { bo, chat, service, check } = await publishesAll(t, 2, {
    settings: { UNDO_SECONDS: '600' },
    async failpoint(step) {
      if (step !== 'batch report sent' || died) return;
      died = true;
      throw new Error('the worker ends here');
    },
  });
  await check.submit();
  const { channel } = await report(bo, /press \*Undo all\* before then/);
  const [, said] = await eventually(() => {
    const reports = chat.messages(channel).filter(({ text }) => /You reviewed/.test(text));
    return reports.length === 2 ? reports : null;
  });
  assert.ok(said);
  await bo.clicks(said, 'Undo all', { shows: /\*2 approvals undone\*/ });
  assert.equal(service.publishes(), 0);
});

longTest('a report that Slack refuses doesn’t delay any post', async (t) => {
  const { chat, service, check } = await publishesAll(t, 2, { settings: { UNDO_SECONDS: '1' } });
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 600 }, 1, inReport);
  await check.submit();
  await eventually(() => assert.equal(service.publishes(), 2));
});

/** Bo has confirmed publishing two posts, and no worker is running yet. */
async function confirmed(t: TestContext) {
  // the hold lasts long enough even on a slow machine
  const started = await withCampaign(t, 2, { settings: { REQUEST_TIMEOUT_MS: '120000' } });
  await stopWorker(t, started);
  const modal = await reviews(started.bo, started.card);
  await tick(modal, 1, 2);
  await (await continueTo(started.bo, modal, 'Publish now', /Publish 2 posts\?/)).submit();
  return started;
}

longTest(
  'decisions confirmed before a short pause that no worker noticed aren’t carried out after it',
  async (t) => {
    const started = await confirmed(t);
    const { bo, service } = started;
    await bo.hears('/social pause all recall of a batch', /> paused \*/);
    await bo.hears('/social resume all', new RegExp(resumed));
    await startWorker(t, started);
    const said = await report(bo, /\*2 failed\*/);
    assert.match(
      said.text,
      /\*1\.\*.*\n\*2\.\*.* {2}· {2}Nothing changed because publishing was paused after you confirmed\./,
    );
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  },
);

longTest('the rule at the time the job runs applies, not the one at the confirmation', async (t) => {
  const started = await confirmed(t);
  await (await ruleSetter(t, started))(aRule({ people: ['U0CY'] }));
  await startWorker(t, started);
  const said = await report(started.bo, /\*2 failed\*/);
  const why = /\*1\.\*.*\n\*2\.\*.* {2}· {2}You can’t review posts for Northwind Coffee\. <@U0CY> can\./;
  assert.match(said.text, why);
  assert.equal(started.service.publishes(), 0);
});

longTest('a pause stops decisions that were confirmed before it but not carried out', async (t) => {
  const started = await confirmed(t);
  const { bo, cy, card, service } = started;
  await cy.types('/social pause all recall of a batch');
  await startWorker(t, started);
  const why = /<@U0CY> paused \*all brands\* <!date.*: recall of a batch/;
  assert.match((await report(bo, /\*2 failed\*/)).text, why);
  const modal = await reviews(bo, card);
  assert.match(modal.text, why);
  await tick(modal, 1);
  const nothing = await continueTo(
    bo,
    modal,
    'Publish now',
    /Nothing to confirm.*To resume, use `\/social resume all`/s,
  );
  assert.match(nothing.text, why);
  assert.equal(service.publishes(), 0);
});

longTest('a batch whose job was lost is found by the next sweep, and carried out once', async (t) => {
  const started = await confirmed(t);
  const { bo, chat, service, settings } = started;
  const { redis, prefix } = redisOf(t, settings);
  const open = () => createBatches(redis, prefix).open(chat.world.workspace.id);
  assert.equal((await open()).length, 1);
  await openQueue(t, started).forget(chat.world.workspace.id);
  await startWorker(t, started);
  await nextSweep(t, started);
  await report(bo, /\*2 posts published\*/);
  assert.equal(service.publishes(), 2);
  await eventually(async () => assert.deepEqual(await open(), []));
});

longTest('a batch that fails for good doesn’t say that nothing was done with an approved post', async (t) => {
  const started = await confirmed(t);
  const { bo, service } = started;
  const published = Promise.withResolvers<void>();
  t.after(() => published.resolve());
  service.faults.add({ on: 'PATCH /post/*', kind: 'held', until: published.promise });
  await startWorker(t, started, async (step) => {
    if (step === 'batch post decided') throw Object.assign(new Error('no use in going on'), { retry: false });
  });
  const said = await report(bo, /\*1 failed, 1 in progress\*/);
  assert.match(said.text, /\*2\.\*.*Something went wrong on our side\. Nothing changed/);
  // the report keeps tracking the approved post, even if its job is lost
  await openQueue(t, started).forget(started.chat.world.workspace.id);
  await nextSweep(t, started);
  published.resolve();
  await said.shows(/\*Done\*\n\*1\.\*.*published/);
  assert.match(said.text, /\*1 post published, 1 failed\*/);
  assert.equal(service.publishes(), 1);
});
