/** A pause of all brands while one brand's listing can't be read, on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { inNewsroom } from '#test/support/newsroom.ts';

const minute = 60_000;
const day = 86_400_000;

test('a brand that cannot be read is read ever more rarely, and what comes onto the schedule of the others is taken off', (t) =>
  inNewsroom(t, { brands: 3, history: 10, patienceSeconds: 180 }, async (room) => {
    const { service, ana, cy } = room;
    const broken = room.brand(2).id;
    service.faults.add({
      ...{ on: 'GET /post', kind: 'status', status: 500, times: Number.POSITIVE_INFINITY },
      when: ({ query }) => query.brandId === broken,
    });
    const plan = (caption: string, brandId = room.brand(0).id) =>
      service.putPost({ brandId, caption, state: 'scheduled', scheduledAt: Date.now() + day });
    const posts = [plan('Beans of lot 1'), plan('Beans of lot 2')];
    await pause(minute);
    const from = service.requests.length;
    await cy.types('/social freeze all recall of a batch', { in: 'social' });
    const report = await ana.sees('social', /recall of a batch[\s\S]*I keep trying/);
    await pause(3 * minute);
    assert.ok(posts.every(({ id }) => service.post(id)?.state === 'draft'));
    const { reads, byEndpoint } = room.requests(from);
    t.diagnostic(JSON.stringify({ reads, byEndpoint }));
    // six reads, after pauses that double, and each is tried three times
    assert.ok((reads[broken] ?? 0) <= 18, `${reads[broken]} reads of the broken brand`);
    assert.ok((byEndpoint['GET /brands'] ?? 0) <= 4, `${byEndpoint['GET /brands']} reads of the brands`);

    // the round goes on as long as one brand can't be read, and the others are looked at all the same
    const late = plan('Scheduled in the web app');
    await pause(2 * minute);
    assert.equal(service.post(late.id)?.state, 'draft');
    assert.match(report.text, /I keep trying/);

    const hidden = plan('Behind the fault', broken);
    service.faults.clear();
    await pause(6 * minute);
    assert.equal(service.post(hidden.id)?.state, 'draft');
    assert.doesNotMatch(report.text, /keep trying/);
    assert.equal(room.requests(from).refused, 0);
  }));
