import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from './raw-server.ts';

const answers: [json: unknown, warned: string | undefined][] = [
  [{ postGroupId: 'p' }, undefined],
  [{ id: 'p' }, undefined],
  [{ data: { postId: 'p' } }, undefined],
  [{ post: { id: 'p' }, id: 'part-of-p' }, undefined],
  [{ message: 'Updated.' }, undefined],
  [[], undefined],
  [{ postGroupId: 'q' }, 'q'],
  [{ id: 'q' }, 'q'],
  [{ data: { id: 'q' } }, 'q'],
];

for (const [json, warned] of answers)
  test(`an edit with the response ${JSON.stringify(json)} is ${warned ? 'accepted with a warning' : 'accepted'}`, async (t) => {
    const said: unknown[] = [];
    const log = { warn: (fields: object, message: string) => void said.push([fields, message]) };
    const { service } = await startService(t, { status: 200, json }, { log });
    await service.updatePost('p', { caption: 'New' });
    await service.publishPost('p');
    const warning = [
      { endpoint: 'PATCH /post/{postId}', post: 'p', answered: warned },
      'the answer to an update names a different post',
    ];
    assert.deepEqual(said, warned === undefined ? [] : [warning, warning]);
  });
