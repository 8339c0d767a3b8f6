/** What creating a post costs in a brand with a history, counted on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Newsroom } from '#bench/parts/newsroom.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { inNewsroom } from '#test/support/newsroom.ts';
import { cardSays } from '#test/support/people.ts';

const ready = cardSays.ready;

const requestsTo = ({ service }: Newsroom, endpoint: string, from: number): number =>
  service.requests.slice(from).filter(({ method, path }) => `${method} ${path}` === endpoint).length;

for (const history of oneOf([2_001, 600, 1_999, 10_000]))
  test(`a post is created in a brand of ${history} with one request, also the first of all`, (t) =>
    inNewsroom(t, { history, patienceSeconds: 120 }, async (room) => {
      for (const text of ['First words', 'Second words']) {
        const from = room.service.requests.length;
        await room.asks(`/post ${text}`, room.brand(0));
        await room.card(text, ready);
        assert.equal(requestsTo(room, 'POST /post', from), 1);
        assert.equal(requestsTo(room, 'GET /post', from), 0);
      }
    }));

longTest(
  'before the first AI post, the first four pages are read in case that its answer has no id, and before the next none',
  (t) =>
    inNewsroom(t, { history: 301, patienceSeconds: 120 }, async (room) => {
      const sent = async (text: string) => {
        await room.freshMinute();
        const from = room.service.requests.length;
        await room.asks(`/ai-post ${text}`, room.brand(0));
        await room.card(text.slice(1), ready);
        const asked = room.service.requests.slice(from);
        return asked.slice(
          0,
          asked.findIndex(({ path }) => path === '/post/ai'),
        );
      };
      const reads = (requests: Newsroom['service']['requests']): number =>
        requests.filter(({ path }) => path === '/post').length;
      assert.equal(reads(await sent('An idea for the autumn menu')), 4);
      assert.equal(reads(await sent('An idea for the winter menu')), 0);
    }),
);
