/**
 * What creating a post is allowed to cost, counted on a clock that jumps while everything waits. It runs by its name only:
 * `npm test -- test/posts/post-index/requests/quota.wanted.ts`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Newsroom } from '#bench/parts/newsroom.ts';
import { inNewsroom } from '#test/support/newsroom.ts';

const ready = /Ready for review/;

const askedFor = ({ service }: Newsroom, endpoint: string, from: number): number =>
  service.requests.slice(from).filter(({ method, path }) => `${method} ${path}` === endpoint).length;

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
