/** Records of notifications: none takes the place of another event's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventRecord, notificationId } from '#src/notifications/records.ts';
import { at, problem } from '#test/posts/card/samples.ts';

test('two failures of a post are two records, and the same one is one', () => {
  const failed = (step: 'publish' | 'update', when: string): EventRecord => ({
    ...{ kind: 'event', card: 'card-1', root: 'card-1', at: when },
    event: { type: 'failed', problem: { ...problem(step), at: when } },
  });
  const later = new Date(Date.parse(at) + 1).toISOString();
  assert.notEqual(notificationId(failed('publish', at)), notificationId(failed('update', later)));
  assert.equal(notificationId(failed('publish', at)), notificationId(failed('publish', at)));
});
