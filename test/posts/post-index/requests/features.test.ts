/** Rows of the table of what features cost in requests (docs/performance.md), on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Newsroom } from '#bench/parts/newsroom.ts';
import { cardSays } from '#test/support/card-says.ts';
import { inNewsroom } from '#test/support/newsroom.ts';

const minute = 60_000;

/** What was asked of the service while this went on. */
async function asked(room: Newsroom, act: () => Promise<unknown>): Promise<Record<string, number>> {
  const from = room.service.requests.length;
  await act();
  return room.requests(from).byEndpoint;
}

/** A draft, with the lists of its brand in the cache, which is fresh for a minute. */
async function withDraft(room: Newsroom) {
  await room.asks('/post Beans from Huila', room.brand(0));
  return room.card('Beans from Huila', cardSays.ready);
}

test('Write this for me costs what an AI post does, and opening its form nothing', (t) =>
  inNewsroom(t, {}, async (room) => {
    const { ana, chat } = room;
    await withDraft(room);
    await ana.says('Our autumn menu starts on Monday', { in: 'social' });
    const said = chat.messages('social').findLast(({ text }) => /autumn menu/.test(text));
    assert.ok(said);
    const open = async () => {
      await ana.usesShortcut('Write this for me', said);
      const form = await ana.seesModal(/^New AI post\n(?!.*Loading)/);
      await form.offers('Social profiles');
      return form;
    };
    assert.deepEqual(await asked(room, open), {});
    const { 'GET /post': reads = 0, ...others } = await asked(room, async () => {
      await (await ana.seesModal(/^New AI post/)).submit();
      await room.card('AI post for', cardSays.ready);
    });
    assert.deepEqual(others, { 'POST /post/ai': 1 });
    // as many as for one AI post in `npm run bench -- requests`
    assert.ok(reads <= 10, `${reads} reads`);
  }));

test('a ✅ on a card costs nothing, and neither does a workflow that waits for its approval and until it’s published', (t) =>
  inNewsroom(t, { settings: { WORKFLOW_STEPS: 'true' } }, async (room) => {
    const { ana, bo, chat } = room;
    const card = await withDraft(room);
    await room.freshMinute();
    const react = async () => {
      await bo.reacts(card);
      assert.deepEqual((await bo.privateMessage()).buttons, ['Approve & publish']);
    };
    assert.deepEqual(await asked(room, react), {});

    // checks of the post go on: with workflows that wait for it, there are no more of them than without
    const { 'GET /post': before = 0 } = await asked(room, () => sleep(10 * minute));
    const post = `${chat.url}/archives/C0SOCIAL/p${card.ts.replace('.', '')}`;
    const runs: string[] = [];
    const { 'GET /post': meanwhile = 0, ...others } = await asked(room, async () => {
      runs.push(await ana.runs('request_approval', { post, requester: 'U0ANA', message: 'For Friday' }));
      runs.push(await ana.runs('wait_until_published', { post }));
      await sleep(10 * minute);
    });
    assert.deepEqual(others, {});
    assert.ok(meanwhile <= before, `${meanwhile} reads instead of ${before}`);
    for (const id of runs) assert.equal(chat.workflows.get(id)?.state, 'running');
    await bo.clicks(card, 'Approve & publish');
    await room.card('Beans from Huila', /Published by/);
  }));

test('/social analytics costs one export', (t) =>
  inNewsroom(t, {}, async (room) => {
    await withDraft(room);
    const all = await asked(room, async () => {
      await room.ana.types('/social analytics', { in: 'social' });
      await room.card('Northwind 01', /The CSV file with .+ is below/);
    });
    assert.deepEqual(all, { 'GET /analytics/export': 1 });
  }));
