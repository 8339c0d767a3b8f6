import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Import, ImportedRows } from '#src/spreadsheets/import.ts';
import { renderImport } from '#views/spreadsheets/import.ts';

const one: Import = {
  ...{ id: 'I1', workspace: 'T1', revision: 0, by: 'U0ANA', at: '2026-11-01T00:00:00Z', channel: 'C1' },
  ...{ file: { id: 'F1', name: 'spring.csv' }, source: { channel: 'C1', ts: '1.2' }, stage: 'done' },
  ...{ recorded: 4, created: 2, failed: 1, unknown: 1, before: 0, retried: [] },
};
const rows: ImportedRows = {
  posts: [],
  errors: [],
  before: [],
  existing: [],
  ignored: [],
  repeated: [],
  alike: [],
  zones: [],
};

test('a post that may exist isn’t one that couldn’t be created, so nobody imports it again', () => {
  const { text } = renderImport(one, rows);
  assert.match(text, /Created 2 posts, and 1 post couldn’t be created\. Its card says why\./);
  assert.match(text, /I couldn’t confirm whether 1 post was created\. Its card says what to check\.$/);
  assert.match(
    renderImport({ ...one, failed: 0 }, rows).text,
    /Created 2 posts\. I couldn’t confirm whether 1 post was created/,
  );
});

test('an import whose rows are gone says how far it came, and what to do', () => {
  const lost = { ...one, stage: 'refused', wrong: { what: 'lost' } } as const;
  assert.match(renderImport(lost, undefined).text, /Stopped after 2 posts\. .*Import the file again/);
});

test('a file that Slack doesn’t have is not one to try again', () => {
  const outside = { ...one, stage: 'refused', recorded: 0, wrong: { what: 'outside' } } as const;
  assert.match(renderImport(outside, undefined).text, /isn’t stored in Slack\. Upload it/);
});

test('until someone confirms, the card says which posts are scheduled and which become drafts', () => {
  const post = { row: 2, card: 'import-1-1', brand: { id: 'b', name: 'Acme' }, caption: 'Beans' };
  const kept = { ...post, mediaUrls: ['https://x/1.png'], profiles: [{ id: 'p', name: 'TikTok · acme' }] };
  const timed = { ...kept, scheduledAt: '2027-03-01T08:00:00Z' };
  const said = (posts: ImportedRows['posts']) =>
    JSON.stringify(renderImport({ ...one, stage: 'review' }, { ...rows, posts }).blocks);
  const needsApproval = 'unless scheduled posts need approval or publishing is paused.';
  assert.ok(said([timed]).includes(`1 post has a time and will be scheduled right away, ${needsApproval}"`));
  assert.ok(
    said([timed, timed, kept]).includes(
      `2 posts have a time and will be scheduled right away, ${needsApproval} The other one will be a draft."`,
    ),
  );
  assert.ok(said([timed, kept, kept]).includes(`${needsApproval} The other 2 will be drafts."`));
  assert.ok(said([kept, kept]).includes('The posts have no time and will be drafts."'));
  assert.ok(said([kept]).includes('The post has no time and will be a draft."'));
});

test('errors that don’t fit are counted, and each time zone has its brands', () => {
  const errors = Array.from({ length: 9 }, (_, i) => ({
    row: i + 2,
    column: 'Brand',
    text: 'Enter a brand.',
  }));
  const refused = renderImport({ ...one, stage: 'refused' }, { ...rows, errors });
  assert.match(JSON.stringify(refused.blocks), /Row 6, Brand.*and 4 more errors/);
  const zones = [
    { zone: 'Europe/Berlin', brands: ['Acme'] },
    { zone: 'Europe/Madrid', brands: ['Harbor Yoga', 'Olive'] },
  ];
  const said = (of: ImportedRows['zones']) =>
    JSON.stringify(renderImport({ ...one, stage: 'review' }, { ...rows, zones: of }).blocks);
  assert.match(said(zones), /use Berlin time for Acme; Madrid time for Harbor Yoga and Olive\./);
  assert.match(said(zones.slice(0, 1)), /use Berlin time\./);
});
