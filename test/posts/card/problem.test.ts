import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { failureOf, problemAt } from '#src/posts/problem-of.ts';
import { cardFrom, cardText } from '#src/posts/save-card.ts';
import { problemText } from '#views/posts/problems.ts';
import { hintFor, serviceReason } from '#views/posts/service-reason.ts';
import { aCard } from './samples.ts';

test('a reader’s failure is stored so that earlier releases can read it', () => {
  const endpoint = 'GET /post';
  const said = { kind: 'shape', abandoned: true, endpoint, retry: false, taken: 'no' } as const;
  const cause = new ServiceError('the reader was given up', said);
  const failure = failureOf(cause);
  const shown = problemAt('publish', { code: 'publish_failed', failure }, Date.now(), cause);
  assert.deepEqual(failure, { kind: 'shape', endpoint, abandoned: true });
  assert.equal(shown.cause, 'answers');
  const card = cardFrom(cardText(aCard({ problem: shown })));
  assert.ok(card.problem && problemText(card.problem).includes(serviceReason(said)));
  assert.notEqual(serviceReason(said), serviceReason({ ...said, abandoned: undefined }));
});

test('the reason and what to do about it name the admin once', () => {
  for (const abandoned of [false, true]) {
    const said = { kind: 'shape', endpoint: 'GET /post', abandoned } as const;
    const text = `${serviceReason(said)} ${hintFor(said)}`;
    assert.equal(text.split('Presscheck admin').length, 2, text);
  }
});
