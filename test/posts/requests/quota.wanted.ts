/**
 * What sixty requests a minute allow, counted on a clock that jumps while everything waits. These describe the reading of
 * listings that is being built; once it is there, this file becomes `quota.test.ts`. Until then it runs by its name only:
 * `npm test -- test/posts/requests/quota.wanted.ts`.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Newsroom } from '#bench/parts/newsroom.ts';
import { play, scenarios } from '#bench/parts/request-scenarios.ts';
import { inNewsroom } from '#test/support/newsroom.ts';

const second = 1_000;
const minute = 60_000;

const ready = /Ready for review/;

/** Plays a scenario of `npm run bench -- requests`; all of it has to come to its end. */
async function played(t: TestContext, name: string) {
  const scenario = scenarios.find((one) => one.name === name);
  assert.ok(scenario, `there is no scenario ${name}`);
  const outcome = await play(scenario);
  const { done, wanted, seconds, requests, remark } = outcome;
  t.diagnostic(`${done} of ${wanted} in ${seconds} s with ${JSON.stringify(requests)}`);
  assert.equal(done, wanted, remark);
  assert.equal(requests.refused, 0);
  return { ...outcome, scenario };
}

const askedFor = ({ service }: Newsroom, endpoint: string, from: number): number =>
  service.requests.slice(from).filter(({ method, path }) => `${method} ${path}` === endpoint).length;

/** How many seconds after now the service gets this; two minutes at most. */
async function secondsUntil(t: TestContext, room: Newsroom, endpoint: string): Promise<number> {
  const [asked, from] = [Date.now(), room.service.requests.length];
  while (askedFor(room, endpoint, from) === 0 && Date.now() - asked < 2 * minute) await pause(100);
  const seconds = (Date.now() - asked) / second;
  t.diagnostic(`${endpoint} after ${seconds} s`);
  return seconds;
}

test('20 AI posts are published with at most 2.75 requests each, in 1.4 times what generating them takes', async (t) => {
  const { requests, seconds, scenario } = await played(t, 'prompt-20-posts-1-brands');
  assert.ok(requests.total <= 55, `${requests.total} requests`);
  assert.ok(seconds <= 1.4 * (scenario.ideal.seconds ?? 0), `${seconds} s`);
});

test('6 posts on page 31 are published with one pass of the listing, although others just pushed them down', async (t) => {
  const { requests, scenario } = await played(t, 'pushed-down-by-1500');
  assert.equal(requests.byEndpoint['PATCH /post/{id}'], 6);
  assert.ok(requests.total <= scenario.ideal.requests, `${requests.total} requests`);
});

for (const order of ['newest', 'oldest'])
  test(`6 posts on the last of 31 known pages are published with two reads each at most, ${order} first`, async (t) => {
    const { requests } = await played(t, `last-page-of-1500-${order}-first`);
    assert.equal(requests.byEndpoint['PATCH /post/{id}'], 6);
    assert.ok((requests.reads['brand-01'] ?? 0) <= 12, `${requests.reads['brand-01']} reads`);
  });

for (const history of [600, 1_999, 2_001, 10_000])
  test(`a post is created in a brand of ${history} with one request`, (t) =>
    inNewsroom(t, { history, patienceSeconds: 120 }, async (room) => {
      for (const text of ['First words', 'Second words']) {
        const from = room.service.requests.length;
        await room.asks(`/post ${text}`, room.brand(0));
        await room.card(text, ready);
        assert.equal(askedFor(room, 'POST /post', from), 1);
        assert.equal(askedFor(room, 'GET /post', from), 0);
      }
    }));

test('while everything is paused and one brand cannot be read, the others are read rarely and people wait for nothing', (t) =>
  inNewsroom(t, { brands: 4, history: 40 }, async (room) => {
    const { service, cy } = room;
    service.faults.add({
      on: 'GET /post',
      kind: 'status',
      status: 500,
      times: Number.POSITIVE_INFINITY,
      when: ({ query }) => query.brandId === room.brand(3).id,
    });
    // the lists of the brand are known
    await room.asks('/post Before the recall', room.brand(0));
    await room.card('Before the recall', ready);
    await room.freshMinute();
    await cy.types('/social freeze all recall of a batch', { in: 'social' });
    await pause(30 * second);
    await room.asks('/ai-post An idea for the autumn menu', room.brand(0));
    const waited = await secondsUntil(t, room, 'POST /post/ai');
    const from = service.requests.length;
    await room.card('n idea for the autumn menu', ready);
    await pause(3 * minute);
    const { total, reads } = room.requests(from);
    t.diagnostic(`${total} requests after that, reads ${JSON.stringify(reads)}`);
    assert.ok(waited <= 2, `waited ${waited} s`);
    assert.ok((reads[room.brand(3).id] ?? 0) <= 10, 'the broken brand is read ever more rarely');
    for (const n of [1, 2]) assert.ok((reads[room.brand(n).id] ?? 0) <= 4, `brand ${n}`);
  }));

test('a campaign in a brand of 1,200 posts delays nothing of another brand', (t) =>
  inNewsroom(t, { brands: 2, history: { 0: 1_200 } }, async (room) => {
    await room.asks('/post Before the campaign', room.brand(1));
    await room.card('Before the campaign', ready);
    await room.freshMinute();
    room.service.holdGeneration();
    await room.asks('/campaign Opening week of the new shop', room.brand(0), { Posts: '5', Days: '7' });
    await pause(20 * second);
    await room.asks('/ai-post An idea for the autumn menu', room.brand(1));
    const waited = await secondsUntil(t, room, 'POST /post/ai');
    assert.ok(waited <= 2, `waited ${waited} s`);
  }));

test('a post is created at once while watching others could use all sixty requests', (t) =>
  inNewsroom(t, { brands: 13 }, async (room) => {
    const { service } = room;
    service.holdGeneration();
    for (let n = 0; n < 12; n += 1) {
      await room.asks(`/ai-post An idea number ${100 + n} for the autumn menu`, room.brand(n));
      await room.card(`An idea number ${100 + n} `, /Generating|Writing/);
      // ten pages, with the post on the last one
      service.putHistory({ brandId: room.brand(n).id, count: 500, everyMs: 1 });
    }
    await room.asks('/post Nothing much', room.brand(12));
    await pause(5 * minute);
    const from = service.requests.length;
    await room.asks('/post Open until ten', room.brand(12));
    const waited = await secondsUntil(t, room, 'POST /post');
    assert.ok(waited <= 2, `waited ${waited} s`);
    assert.equal(room.requests(from).refused, 0);
  }));
