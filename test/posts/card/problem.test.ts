/** Cards that a release before problem codes stored, and what it reads of ours. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { failureOf, problemAt } from '#src/posts/problem-of.ts';
import { cardFrom, cardText } from '#src/posts/save-card.ts';
import { problemText } from '#views/posts/problems.ts';
import { serviceReason } from '#views/posts/service-reason.ts';
import { aCard, at, problem } from './samples.ts';

/** What that release wrote: its sentences are data here, so they aren't taken from a view. */
const stored = (problem: object) => cardFrom(JSON.stringify({ ...aCard(), problem: { at, ...problem } }));

const because = 'The publishing service had too many requests for now.';

test('a sentence that decided something in an earlier release becomes the code that decides now', () => {
  const codes: [reason: string, told: object, says: string][] = [
    [
      `${because} It is still on the schedule, and may go out. I keep trying.`,
      { code: 'still_scheduled', failure: { kind: 'legacy', text: because }, retrying: true },
      `${because} The post is still scheduled and may go out. I’ll keep trying.`,
    ],
    [
      'Something went wrong on our side. It is still on the schedule, and may go out: take it off if it must not.',
      { code: 'still_scheduled', failure: { kind: 'internal' }, retrying: false },
      'Something went wrong on our side. The post is still scheduled and may go out. Unschedule it if it shouldn’t.',
    ],
    [
      `${because} It may have been changed all the same, so we keep looking.`,
      {
        code: 'update_outcome_unknown',
        because: { kind: 'legacy', text: because },
        result: 'looking',
      },
      `${because} It may have been changed anyway, so I’ll keep checking.`,
    ],
    ['It was not published.', { code: 'legacy', text: 'It was not published.' }, 'It was not published.'],
  ];
  for (const [reason, told, says] of codes) {
    const read = stored({ step: 'update', reason }).problem;
    assert.deepEqual(read, { ...told, step: 'update', at });
    assert.equal(read && problemText(read), says);
  }
});

test('a status that an earlier release stored instead of a sentence is read as one', () => {
  const shows = 'REJECTED_BY_NETWORK';
  for (const [step, code] of [
    ['generate', 'generation_failed'],
    ['publish', 'publishing_failed'],
    ['due', 'due_not_published'],
  ])
    assert.deepEqual(stored({ step, reason: '', shows }).problem, { code, shows, step, at });
});

test('the cause by which an earlier release counted a card stays', () => {
  assert.equal(stored({ step: 'create', reason: 'x', cause: 'key' }).problem?.cause, 'key');
});

test('an earlier release reads a sentence on the cards of this one, and this one reads only the code', () => {
  const card = aCard({
    // its sentence alone would be read as another problem
    problem: { step: 'update', at, code: 'still_scheduled', failure: { kind: 'internal' }, retrying: true },
  });
  const text = cardText(card);
  assert.equal(JSON.parse(text).problem.reason, card.problem && problemText(card.problem));
  assert.deepEqual(cardFrom(text), card);
  assert.equal(JSON.parse(cardText(aCard())).problem, undefined);
  assert.deepEqual(cardFrom(cardText(aCard({ problem: problem('create') }))).problem, problem('create'));
});

test('a reader that was given up is stored as a failure that earlier releases can read, and raises an alert', () => {
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
