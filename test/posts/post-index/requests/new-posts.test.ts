/** Where new posts appear in a listing, on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardSays } from '#test/support/card-says.ts';
import { inNewsroom } from '#test/support/newsroom.ts';

test('the posts of a campaign are found on a page in the middle, before anything showed where new posts appear', (t) =>
  inNewsroom(t, { history: 3_000, service: { variants: { order: 'latest-scheduled' } } }, async (room) => {
    // more posts are scheduled for later than the first page holds
    await room.asks('/campaign Opening week of the new shop', room.brand(0), { Posts: '3', Days: '3' });
    const from = Date.now();
    await room.card('Opening week of the new shop', /3 posts to review/);
    t.diagnostic(JSON.stringify({ ...room.requests(), seconds: (Date.now() - from) / 1_000 }));
    // a few passes through 61 pages, and what the checks before them read
    assert.ok((room.requests().reads[room.brand(0).id] ?? 0) < 250);
  }));

test('a post whose creation no id came back for is found on a page in the middle, too', (t) =>
  inNewsroom(
    t,
    { history: 3_000, service: { variants: { order: 'latest-scheduled', idPlace: 'none' } } },
    async (room) => {
      // the first one reads every page, after which only those would be read where new posts appear
      for (const words of ['Beans from Huila', 'Doors open at nine']) {
        await room.asks(`/post ${words}`, room.brand(0));
        const card = await room.card(words, /Ready for review|Outcome unknown/);
        assert.match(card.text, cardSays.ready);
      }
      assert.equal(room.requests().byEndpoint['POST /post'], 2);
    },
  ));
