import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Import, ImportedRows } from '#src/spreadsheets/import.ts';
import { createImportStore } from '#src/spreadsheets/import-store.ts';
import { startStored } from '#test/support/stored.ts';

const record: Import = {
  id: 'I1',
  workspace: 'T1',
  revision: 0,
  by: 'U0ANA',
  at: '2026-11-01T00:00:00Z',
  channel: 'C1',
  file: { id: 'F1', name: 'spring.csv' },
  source: { channel: 'C1', ts: '1.2' },
  stage: 'review',
  recorded: 0,
  created: 0,
  failed: 0,
  unknown: 0,
  before: 0,
  retried: [],
};
const rows: ImportedRows = {
  posts: [],
  errors: [],
  unopened: [],
  late: [],
  before: [2],
  existing: [],
  differences: [],
  shared: [],
  ignored: [],
  repeated: [],
  alike: [],
  zones: [],
};

test('rows are written with the record they belong to, and kept as long', async (t) => {
  const { redis, prefix } = await startStored(t);
  const imports = createImportStore(redis, prefix);
  assert.equal(await imports.put(record, { open: true, rows }), true);
  // another process checked the same file, and someone confirmed in between
  assert.equal(await imports.put(record, { open: true, rows: { ...rows, before: [3] } }), false);
  assert.deepEqual(await imports.rows('T1', 'I1'), rows);

  const key = createKeys(prefix).importRows('T1', 'I1');
  await redis.pexpire(key, 60_000);
  assert.equal(await imports.put({ ...record, revision: 1 }, { open: true }), true);
  assert.ok((await redis.pttl(key)) > 60_000);
  assert.deepEqual(await imports.rows('T1', 'I1'), rows);
});

test('lists that a check has read are kept as long as its rows aren’t there', async (t) => {
  const { redis, prefix } = await startStored(t);
  const imports = createImportStore(redis, prefix);
  const brand = { id: 'b1', name: 'Acme' };
  const profile = { id: 'p1', name: 'acme', provider: 'instagram', image: undefined };
  assert.deepEqual(await imports.lists('T1', 'I1'), { profiles: {} });
  await imports.noteBrands('T1', 'I1', [brand]);
  await imports.noteProfiles('T1', 'I1', 'b1', [profile]);
  await imports.noteProfiles('T1', 'I1', 'b2', []);
  const read = { brands: [brand], profiles: { b1: [profile], b2: [] } };
  assert.deepEqual(await imports.lists('T1', 'I1'), read);
  await imports.put(record, { open: true });
  assert.deepEqual(await imports.lists('T1', 'I1'), read);
  await imports.put({ ...record, revision: 1 }, { open: true, rows });
  assert.deepEqual(await imports.lists('T1', 'I1'), { profiles: {} });
});

test('an import whose record expired isn’t swept anymore', async (t) => {
  const { redis, prefix } = await startStored(t);
  const imports = createImportStore(redis, prefix);
  await imports.put(record, { open: true });
  assert.deepEqual(await imports.open('T1'), ['I1']);
  await imports.forget('T1', 'I1');
  assert.deepEqual(await imports.open('T1'), []);
});
