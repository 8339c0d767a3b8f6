import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FaultKind } from '#sandbox/service/http/faults.ts';
import { asks } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';

const faults: [string, FaultKind][] = [
  ['answers 429 with Retry-After: 1', { kind: 'status', status: 429, retryAfter: 1 }],
  ['answers 500', { kind: 'status', status: 500 }],
  ['answers 503', { kind: 'status', status: 503 }],
  ['drops the connection', { kind: 'drop-before' }],
  ['never answers', { kind: 'hang-before' }],
  ['is cut in the middle', { kind: 'truncated' }],
  ['answers malformed JSON', { kind: 'malformed' }],
  ['answers a web page', { kind: 'html' }],
  ['answers nothing', { kind: 'empty' }],
];

describe('while a post generates', { concurrency: 4 }, () => {
  for (const [what, fault] of faults) {
    test(`a listing that ${what} twice only delays the card, and nothing is asked for again`, async (t) => {
      const { ana, service } = await startBot(t, { settings: { REQUEST_TIMEOUT_MS: '700' } });
      service.holdGeneration();
      await asks(ana, '/ai-post Our autumn menu starts on Monday');
      await ana.sees('social', /Generating/);
      const added = service.faults.add({ on: 'GET /post', times: 2, ...fault });
      service.releaseGeneration();
      await ana.sees('social', /Ready for review/);
      assert.equal(added.hits, 2);
      assert.equal(service.generations(), 1);
      assert.equal(service.requests.filter(({ method }) => method === 'POST').length, 1);
    });

    test(`a listing that ${what} while a campaign generates only delays its posts`, async (t) => {
      const { ana, service } = await startBot(t, { settings: { REQUEST_TIMEOUT_MS: '700' } });
      service.holdGeneration();
      await asks(ana, '/campaign Opening week', { fill: { Posts: '2' } });
      const card = await ana.sees('social', /0 of 2 posts written/);
      service.faults.add({ on: 'GET /post', ...fault });
      service.releaseGeneration();
      await eventually(() => assert.match(card.text, /2 posts to review/));
      await eventually(() => assert.equal(card.threadMessages.length, 2));
      assert.equal(service.generations(), 1);
    });
  }

  test('one reading of the listing serves all that one brand waits for', async (t) => {
    const { ana, bo, cy, service } = await startBot(t, { settings: { WATCH_INTERVAL_MS: '200' } });
    service.holdGeneration();
    for (const who of [ana, bo, cy]) await asks(who, '/ai-post Our autumn menu starts on Monday');
    await eventually(() => assert.equal(service.generations(), 3));
    const before = service.requestsTo('GET /post').length;
    const since = Date.now();
    await eventually(() => assert.ok(service.requestsTo('GET /post').length >= before + 4));
    const tookMs = Date.now() - since;
    assert.ok(tookMs >= 450, `four readings in ${tookMs} ms`);
    service.releaseGeneration();
    await ana.sees('social', /Ready for review/);
  });
});
