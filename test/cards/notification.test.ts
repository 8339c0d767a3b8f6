import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationsOf, notificationText } from '#src/cards/notification.ts';
import type { Problem } from '#src/cards/problem.ts';
import { aCard, at, problem } from './samples.ts';

const later = '2026-11-21T10:00:00.000Z';
const lost = aCard({ state: 'outcome unknown', problem: problem('proof') });
const about = (since: string) => [{ kind: 'problem', card: 'card-1', at: since }];

test('a doubt that people rely on is said once, and again when it is another one', () => {
  assert.deepEqual(notificationsOf(aCard({ state: 'published' }), lost), about(at));
  assert.deepEqual(notificationsOf(lost, { ...lost, drawn: 7 }), []);
  assert.deepEqual(
    notificationsOf(lost, { ...lost, problem: { ...problem('due'), at: later } }),
    about(later),
  );
});

test('what many cards fail for is said, what one card fails for stays on it', () => {
  const failed = aCard({ state: 'failed', problem: problem('create') });
  assert.deepEqual(notificationsOf(undefined, failed), []);
  assert.deepEqual(
    notificationsOf(undefined, { ...failed, problem: { ...problem('create'), cause: 'key' } }),
    about(at),
  );
});

test('a post that stays on the schedule is said aloud only where nobody tries again', () => {
  const told = { step: 'update', at, code: 'still_scheduled', failure: { kind: 'internal' } } as const;
  const scheduled = (problem: Problem) => aCard({ state: 'scheduled', problem });
  const retrying = scheduled({ ...told, retrying: true });
  assert.deepEqual(notificationsOf(aCard({ state: 'scheduled' }), retrying), []);
  assert.deepEqual(notificationsOf(retrying, scheduled({ ...told, retrying: false })), about(at));
});

test('the record of a notification is the same however it was made', () => {
  assert.equal(
    notificationText({ at, card: 'card-1', kind: 'problem' }),
    notificationText({ kind: 'problem', card: 'card-1', at }),
  );
});
