/** Who can pause, resume, push back and rearrange a brand's queue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { at } from '#test/posts/card/samples.ts';
import { workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { guestsCan, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { rowBlock } from '#views/kit/paged.ts';
import { resumeActions, resumeList } from '#views/pause/resume.ts';
import { rearrangeModal } from '#views/slots/rearrange-modal.ts';
import { aCardIn, clicks, field, inBatches, movesOf, sends, start, viewOf } from './bot.ts';
import { scheduledAt } from './card-buttons.ts';
import {
  brands,
  elsewhere,
  everyone,
  expected,
  letsGuestsWork,
  oncePer,
  roles,
  rules,
  says,
  type Who,
} from './who-can.ts';

const minuteMs = 60_000;

test('pausing and resuming, for each role under each rule: the brand’s approvers and administrators', async (t) => {
  const started = await start(t, { listsBrands: true });
  const { chat, listener, settings } = started;
  const setRule = await ruleSetter(t, started);
  const { redis } = redisOf(t, settings);
  const key = `${settings.REDIS_PREFIX}:{${workspace}}:freezes`;
  // self-approval doesn't matter here
  const mayPause = (who: Who, name: string): boolean =>
    who.role === 'admin' || expected(who, name, 'decide') === 'done';
  const cells = brands.flatMap((name) => Object.entries(roles).map(([role, who]) => ({ name, role, who })));
  for (const { name, role, who } of oncePer(
    cells,
    ({ name, who }) => expected(who, name, 'decide'),
    ({ name, who }) => String(mayPause(who, name)),
  )) {
    await setRule(rules[name], 'brand-1');
    await guestsCan(t, started, 'brand-1', letsGuestsWork(name) ? 'work' : 'look');
    const what = `${role}, rule: ${name}`;
    const asks = (text: string) =>
      chat.deliver.command({
        team_id: who.foreign ? elsewhere : workspace,
        user_id: who.id,
        channel_id: 'C0SOCIAL',
        command: '/social',
        text,
        response_url: listener.address(`${what}: ${text}`),
      });
    const may = mayPause(who, name);
    // refusals are sent with the acknowledgement
    const answered = async (text: string) => {
      const { body } = await asks(text);
      if (!who.foreign && !body)
        await eventually(() => listener.textsAt(`${what}: ${text}`)[0] ?? null, { what });
    };
    await answered('pause Northwind Coffee wrong prices');
    assert.equal(await redis.hlen(key), may ? 1 : 0, `${what} freezes`);
    const paused = { by: 'U0CY', at, reason: 'x', channel: 'C1', rounds: 1, ended: 1 };
    const brand = { id: 'brand-1', name: 'Northwind Coffee' };
    await redis.hset(key, 'brand.brand-1', JSON.stringify({ brand, ...paused }));
    await answered('resume Northwind Coffee');
    assert.equal(await redis.hlen(key), may ? 0 : 1, `${what} thaws`);
    await redis.del(key);
  }
});

test('pushing back the queue, by role and rule: the report says why a post stays', async (t) => {
  const started = await start(t, { listsBrands: true });
  const { listener, settings } = started;
  const { redis, prefix, keys } = redisOf(t, settings);
  const pauses = createPauseStore(redis, prefix, 86_400_000);
  const missed = new Date(Date.now() - 3_600_000).toISOString();
  // one after the other, because a click reschedules all posts of its brand
  for (const { role, who, brand } of oncePer(everyone(), (cell) => expected(cell.who, cell.brand, 'touch'))) {
    const what = `${role}, rule: ${brand}`;
    const card = await aCardIn(started, 'review', brand);
    const scope = scopeOf(card.brand);
    const noted = {
      id: card.postId ?? '',
      brand: card.brand,
      caption: 'Beans',
      pausedAt: at,
      scheduledFor: missed,
      state: 'unscheduled' as const,
      attempts: 1,
    };
    await pauses.note(workspace, scope, noted);
    const name = `${card.id}-answer`;
    const block_id = rowBlock({ list: resumeList, page: 0, of: scope }, '10-0');
    await clicks(started, { who, name, action_id: resumeActions.pushBack, block_id });
    const expectedOutcome = expected(who, brand, 'touch');
    const [said = ''] = await eventually(() => {
      const heard = listener.textsAt(name);
      return heard.length > 0 ? heard : null;
    });
    if (expectedOutcome !== 'done') assert.match(said, says[expectedOutcome], what);
    const revisions = await movesOf(started, card);
    assert.equal(revisions, expectedOutcome === 'done' ? 1 : 0, `${what}: ${said}`);
    const [left] = await pauses.posts(workspace, scope);
    assert.equal(left !== undefined, expectedOutcome !== 'done', what);
    await redis.del(keys.pausedPosts(workspace, scope));
  }
});

test('rearranging the queue, for each role under each rule', async (t) => {
  const started = await start(t, { listsBrands: true });
  const from = Math.ceil(Date.now() / minuteMs) * minuteMs + 86_400_000;
  const rows = oncePer(everyone(), ({ who, brand }) => expected(who, brand, 'touch'));
  await inBatches(
    rows.map((row, i) => ({ ...row, to: from + (i + 1) * minuteMs })),
    async ({ role, who, brand, to }) => {
      const what = `${role}, rule: ${brand}`;
      const card = await aCardIn(started, 'scheduled', brand);
      const row = `queued.${Date.parse(scheduledAt)}.${card.id}`;
      const { body } = await sends(started, who, {
        id: viewOf(card),
        callback_id: rearrangeModal.id,
        private_metadata: JSON.stringify({ channel: 'C0SOCIAL', brand: card.brand }),
        values: field(row, { selected_option: { value: String(to), text: { text: 'x' } } }),
      });
      const expectedOutcome = expected(who, brand, 'touch');
      const revisions = await movesOf(started, card);
      assert.equal(revisions, expectedOutcome === 'done' ? 1 : 0, `${what}: ${JSON.stringify(body)}`);
      if (expectedOutcome !== 'done' && !who.foreign)
        assert.match(JSON.stringify(body), says[expectedOutcome], what);
    },
  );
});
