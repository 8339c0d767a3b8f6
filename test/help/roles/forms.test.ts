/** Who can create posts for a brand in a form, and who can edit and stop recurring posts and imports. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Queue } from 'bullmq';
import { pino } from 'pino';
import { queuePrefix } from '#src/platform/queue/queue.ts';
import { duplicateId } from '#src/posts/card/duplicate.ts';
import { seriesSchema } from '#src/recurring/series.ts';
import { createRecurringStore } from '#src/recurring/series-store.ts';
import type { Import } from '#src/spreadsheets/import.ts';
import { createImportStore } from '#src/spreadsheets/import-store.ts';
import { exportPostsJob } from '#src/spreadsheets/jobs.ts';
import { at } from '#test/posts/card/samples.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { redisOf } from '#test/support/stored.ts';
import { connectModal } from '#views/catalog/connect.ts';
import { block } from '#views/kit/fields.ts';
import { aiPostModal } from '#views/posts/ai-post-modal.ts';
import { brandsBlock, duplicateModal } from '#views/posts/duplicate-modal.ts';
import { recurringActions } from '#views/recurring/list.ts';
import { seriesModal } from '#views/recurring/series-modal.ts';
import { exportModal } from '#views/spreadsheets/export.ts';
import { importActions } from '#views/spreadsheets/import.ts';
import { aCardIn, clicks, field, inBatches, sends, start, viewOf } from './bot.ts';
import { scheduledAt } from './card-buttons.ts';
import { everyone, expected, oncePer, says } from './who-can.ts';

/** The requests in a form with a brand. */
const forms: [string, object][] = [
  [aiPostModal.id, field('prompt', { value: 'Our autumn menu starts' })],
  [exportModal.id, {}],
  [connectModal.id, field('network', { selected_option: { value: 'instagram', text: { text: 'x' } } })],
  [
    seriesModal.id,
    {
      ...field('caption', { value: 'Coffee of the week' }),
      ...field('weekdays', { selected_options: [{ value: '1', text: { text: 'Monday' } }] }),
      ...field('clock', { selected_time: '09:00' }),
    },
  ],
];

test('the form of Duplicate, for each role under each rule', async (t) => {
  const started = await start(t, { listsBrands: true });
  const rows = oncePer(everyone(), ({ who, brand }) => expected(who, brand, 'touch'));
  await inBatches(rows, async ({ role, who, brand }) => {
    const what = `${role}, rule: ${brand}`;
    const card = await aCardIn(started, 'published', brand);
    const id = viewOf(card);
    const chosen = { value: brand, text: { text: brand } };
    const { private_metadata } = duplicateModal.render(card, { profiles: [] });
    const values = {
      ...field(brandsBlock, { selected_options: [chosen] }),
      ...field(block.profiles(card.brand), { selected_options: [] }),
      ...field('caption', { value: 'A copy' }),
    };
    const { body } = await sends(started, who, {
      id,
      callback_id: duplicateModal.id,
      private_metadata,
      values,
    });
    const expectedOutcome = expected(who, brand, 'touch');
    const made = (await started.cards.get(workspace, duplicateId(id, brand))) !== undefined;
    assert.equal(made, expectedOutcome === 'done', `${what}: ${JSON.stringify(body)}`);
    if (expectedOutcome !== 'done' && !who.foreign)
      assert.match(JSON.stringify(body), says[expectedOutcome], what);
  });
});

test('every form that requests something for a brand, for each role under each rule', async (t) => {
  const started = await start(t, { listsBrands: true });
  const { redis, prefix } = redisOf(t, started.settings);
  const recurring = createRecurringStore(redis, prefix, pino({ level: 'silent' }));
  const cells = everyone().flatMap((cell) => forms.map(([form, values]) => ({ ...cell, form, values })));
  const rows = oncePer(
    cells,
    ({ who, brand }) => expected(who, brand, 'touch'),
    ({ form }) => form,
  );
  await inBatches(
    rows.map((row, i) => ({ ...row, id: `VFORM${i}`, channel: `C${i}` })),
    async ({ role, who, brand, form, values, id, channel }) => {
      const what = `${role}, rule: ${brand}, ${form}`;
      const chosen = field('brand', { selected_option: { value: brand, text: { text: brand } } });
      const private_metadata = JSON.stringify({ channel, brand: { id: brand, name: brand }, list: '' });
      const answer = await sends(started, who, {
        id,
        callback_id: form,
        private_metadata,
        values: { ...chosen, ...values },
      });
      assert.equal(answer.status, 200, what);
      const expectedOutcome = expected(who, brand, 'touch');
      const told = () =>
        started.chat.calls.find(
          ({ method, args }) => method === 'chat.postEphemeral' && args.channel === channel,
        )?.args.text;
      if (expectedOutcome !== 'done' && !who.foreign)
        await eventually(() => assert.match(String(told()), says[expectedOutcome], what));
      else if (form === connectModal.id && !who.foreign)
        await eventually(() =>
          assert.doesNotMatch(String(told() ?? 'You’re from another organization'), says.outsider, what),
        );
      const made = (await started.cards.get(workspace, id)) !== undefined;
      assert.equal(made, expectedOutcome === 'done' && form === aiPostModal.id, what);
      const repeats = (await recurring.get(workspace, id)) !== undefined;
      assert.equal(repeats, expectedOutcome === 'done' && form === seriesModal.id, what);
    },
  );
  // exports exist only as their audit entry and their job, which waits for a worker
  const allowed = rows.filter(
    ({ who, brand, form }) => form === exportModal.id && expected(who, brand, 'touch') === 'done',
  );
  const expectedOutcome = allowed.map(({ who, brand }) => `${who.id} ${brand}`).sort();
  const audited = (await auditTrail(t, started)).flatMap(({ what, by, brand }) =>
    what === 'exported' ? [`${by} ${brand?.id}`] : [],
  );
  assert.deepEqual(audited.sort(), expectedOutcome);
  const { REDIS_PREFIX = '' } = started.settings;
  const queue = new Queue(exportPostsJob.queue, { connection: redis, prefix: queuePrefix(REDIS_PREFIX) });
  t.after(() => queue.close());
  const jobs = (await queue.getJobs()).filter(({ name }) => name === exportPostsJob.name);
  // two requests from one user in the same millisecond are one job
  for (const { data } of jobs)
    assert.ok(expectedOutcome.includes(`${data.by} ${data.brand.id}`), JSON.stringify(data));
  assert.ok(jobs.length > 0);
});

test('creating, changing and stopping a recurring post, for each role under each rule', async (t) => {
  const started = await start(t, { listsBrands: true });
  const { chat, listener, settings } = started;
  const { redis, prefix } = redisOf(t, settings);
  const recurring = createRecurringStore(redis, prefix, pino({ level: 'silent' }));
  const { create, change, stop } = recurringActions;
  const cells = everyone().flatMap((cell) => [create, change, stop].map((action) => ({ ...cell, action })));
  const rows = oncePer(
    cells,
    ({ who, brand }) => expected(who, brand, 'touch'),
    ({ action }) => action,
  );
  await inBatches(
    rows.map((row, i) => ({ ...row, id: `series-${i}` })),
    async ({ role, who, brand, action, id }) => {
      const what = `${role}, rule: ${brand}, ${action}`;
      const series = seriesSchema.parse({
        id,
        brand: { id: brand, name: brand },
        by: 'U0ANA',
        channel: 'C0SOCIAL',
        caption: 'Beans',
        mediaUrls: [],
        profiles: [],
        days: [1],
        at: '09:00',
        daysAhead: 1,
        from: scheduledAt.slice(0, 10),
        createdAt: at,
      });
      await recurring.put(workspace, series, { dueAt: Date.parse(scheduledAt) });
      const value = action === create ? brand : id;
      await clicks(started, { who, name: what, action_id: action, value }, { trigger_id: what });
      const expectedOutcome = expected(who, brand, 'touch');
      if (expectedOutcome !== 'done')
        await eventually(() => assert.match(listener.textsAt(what)[0] ?? '', says[expectedOutcome], what));
      const opened = () => chat.calls.some(({ args }) => args.trigger_id === what);
      const isStopped = async () => (await recurring.get(workspace, id))?.stopped === true;
      const done = async () => (action === stop ? await isStopped() : opened());
      if (expectedOutcome === 'done') await eventually(async () => assert.ok(await done(), what));
      assert.deepEqual(
        [opened(), await isStopped()],
        [expectedOutcome === 'done' && action !== stop, expectedOutcome === 'done' && action === stop],
        what,
      );
    },
  );
});

const confirming = { create: importActions.create, cancel: importActions.cancel, stop: importActions.stop };
const ofImport = [
  ...Object.values(confirming).map((action) => [action, 'touch'] as const),
  [importActions.rows, 'look'] as const,
];

test('confirming, canceling and stopping an import and seeing its rows, for each role under each rule', async (t) => {
  const started = await start(t, { listsBrands: true });
  const { chat, listener, settings } = started;
  const { redis, prefix } = redisOf(t, settings);
  const imports = createImportStore(redis, prefix);
  const cells = everyone().flatMap((cell) => ofImport.map(([action, act]) => ({ ...cell, action, act })));
  const rows = oncePer(
    cells,
    ({ who, brand, act }) => expected(who, brand, act),
    ({ action }) => action,
  );
  const none = {
    errors: [],
    unopened: [],
    late: [],
    before: [],
    existing: [],
    differences: [],
    shared: [],
    ignored: [],
    repeated: [],
    alike: [],
    zones: [],
  };
  const counts = { recorded: 0, created: 0, failed: 0, unknown: 0, before: 0, retried: [] };
  await inBatches(
    rows.map((row, i) => ({ ...row, id: `I${i}` })),
    async ({ role, who, brand, action, act, id }) => {
      const what = `${role}, rule: ${brand}, ${action}`;
      const stage = action === confirming.stop ? 'creating' : 'review';
      const one: Import = {
        id,
        workspace,
        revision: 0,
        by: 'U0ANA',
        at,
        channel: 'C0SOCIAL',
        stage,
        ...counts,
        file: { id: 'F1', name: 'spring.csv' },
        source: { channel: 'C0SOCIAL', ts: '1.2' },
      };
      const post = { row: 2, card: `${id}-1`, caption: 'Beans', mediaUrls: [], profiles: [] };
      const posts = [{ ...post, brand: { id: brand, name: brand } }];
      await imports.put(one, { open: true, rows: { posts, ...none } });
      await clicks(started, { who, name: id, action_id: action, value: id }, { trigger_id: id });
      const expectedOutcome = expected(who, brand, act);
      if (expectedOutcome !== 'done')
        await eventually(() => assert.match(listener.textsAt(id)[0] ?? '', says[expectedOutcome], what));
      const isOpened = (): boolean => chat.calls.some(({ args }) => args.trigger_id === id);
      const opens = expectedOutcome === 'done' && action === importActions.rows;
      if (opens) await eventually(() => assert.ok(isOpened(), what));
      assert.equal(isOpened(), opens, what);
      const now = await imports.get(workspace, id);
      const decided = {
        [confirming.create]: ['creating', who.id, undefined],
        [confirming.cancel]: ['cancelled', who.id, undefined],
        [confirming.stop]: ['creating', undefined, who.id],
        [importActions.rows]: [stage, undefined, undefined],
      }[action];
      assert.deepEqual(
        [now?.stage, now?.decidedBy, now?.stoppedBy],
        expectedOutcome === 'done' ? decided : [stage, undefined, undefined],
        what,
      );
    },
  );
});
