import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inNewsroom } from '#test/support/newsroom.ts';
import { aFile } from './files.ts';

/** More than a minute allows. All 500 that a file can have take minutes of CPU time. */
const count = 100;

test(`${count} rows are created within the quota, and a post that someone requests meanwhile doesn’t wait for them`, async (t) => {
  await inNewsroom(t, { patienceSeconds: 3_600 }, async (room) => {
    const { ana, bo, chat, service } = room;
    const brand = room.brand(0);
    const rows = Array.from({ length: count }, (_, i) => [brand.name, `Post ${i + 1}`, '', '', '']);
    await ana.says('Our year', { in: 'social', files: [{ name: 'year.csv', content: aFile(rows) }] });
    const message = chat.messages('social').findLast(({ files }) => files.length > 0);
    assert.ok(message);
    await ana.usesShortcut('Import posts', message);
    const card = await room.card('Import of', new RegExp(`Ready to create ${count} posts`));
    const before = service.requests.length;
    const startedAt = Date.now();
    await bo.clicks(card, `Create ${count} posts`);
    await room.card('Import of', new RegExp(`\\b[2-9]\\d of ${count} posts created`));

    const askedAt = Date.now();
    await room.asks('/post Closed today', brand);
    await room.card('Closed today', /Ready for review/);
    assert.ok(Date.now() - askedAt < 15_000, `it took ${Date.now() - askedAt} ms`);

    await room.card('Import of', new RegExp(`Created ${count} posts`));
    const { byEndpoint, refused } = room.requests(before);
    assert.equal(byEndpoint['POST /post'], count + 1);
    assert.equal(refused, 0);
    assert.equal(service.posts().filter(({ caption }) => /^Post \d+$/.test(caption)).length, count);
    const minutes = (Date.now() - startedAt) / 60_000;
    assert.ok(minutes > 1.5 && minutes < 10, `it took ${minutes} minutes`);
  });
});
