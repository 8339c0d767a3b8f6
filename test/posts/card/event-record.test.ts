/** Records of events: none replaces another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventRecord, eventRecordId } from '#src/posts/card/event-record.ts';
import { at, problem } from './samples.ts';

test('two different failures of a post are two records, and the same failure is one', () => {
  const failed = (step: 'publish' | 'update', when: string): EventRecord => ({
    kind: 'event',
    card: 'card-1',
    root: 'card-1',
    at: when,
    event: { type: 'failed', problem: { ...problem(step), at: when } },
  });
  const later = new Date(Date.parse(at) + 1).toISOString();
  assert.notEqual(eventRecordId(failed('publish', at)), eventRecordId(failed('update', later)));
  assert.equal(eventRecordId(failed('publish', at)), eventRecordId(failed('publish', at)));
});
