import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areLinksChecked, withLinks } from '#src/spreadsheets/check-links.ts';
import type { Held, Import, ImportedRows } from '#src/spreadsheets/import.ts';
import { renderImport } from '#views/spreadsheets/import.ts';

const record: Import = {
  id: 'I1',
  workspace: 'T1',
  revision: 0,
  by: 'U0ANA',
  at: '2026-11-01T00:00:00Z',
  channel: 'C1',
  file: { id: 'F1', name: 'spring.csv' },
  source: { channel: 'C1', ts: '1.2' },
  stage: 'done',
  recorded: 4,
  created: 2,
  failed: 1,
  unknown: 1,
  before: 0,
  retried: [],
};
const rows: ImportedRows = {
  posts: [],
  errors: [],
  unopened: [],
  late: [],
  before: [],
  existing: [],
  differences: [],
  shared: [],
  ignored: [],
  repeated: [],
  alike: [],
  zones: [],
};

test('a post that may exist isn’t counted as not created, so no one imports it again', () => {
  const { text } = renderImport(record, rows);
  assert.match(text, /Created 2 posts, and 1 post couldn’t be created\. Its card says why\./);
  assert.match(text, /I couldn’t confirm whether 1 post was created\. Its card says what to check\.$/);
  assert.match(
    renderImport({ ...record, failed: 0 }, rows).text,
    /Created 2 posts\. I couldn’t confirm whether 1 post was created/,
  );
});

test('an import whose rows expired says how far it got, and what to do', () => {
  const lost = { ...record, stage: 'refused', wrong: { what: 'lost' } } as const;
  assert.match(renderImport(lost, undefined).text, /Stopped after 2 posts\. .*Import the file again/);
});

test('a file that Slack no longer has can’t be tried again', () => {
  const outside = { ...record, stage: 'refused', recorded: 0, wrong: { what: 'outside' } } as const;
  assert.match(renderImport(outside, undefined).text, /isn’t stored in Slack\. Upload it/);
});

test('until someone confirms, the card says which posts are scheduled and which become drafts', () => {
  const post = { row: 2, card: 'import-1-1', brand: { id: 'b', name: 'Acme' }, caption: 'Beans' };
  const kept = { ...post, mediaUrls: ['https://x/1.png'], profiles: [{ id: 'p', name: 'TikTok · acme' }] };
  const timed = { ...kept, scheduledAt: '2027-03-01T08:00:00Z' };
  const said = (posts: ImportedRows['posts'], held: [string, Held][] = []) =>
    JSON.stringify(
      renderImport({ ...record, stage: 'review' }, { ...rows, posts }, { held: new Map(held) }).blocks,
    );
  const rightAway = 'will be scheduled right away.';
  assert.ok(said([timed]).includes(`1 post has a time and ${rightAway}`));
  const [draft, drafts] = [
    '1 post has no time and will be a draft.',
    '2 posts have no time and will be drafts.',
  ];
  assert.ok(
    said([timed, timed, kept]).includes(`2 posts have a time and ${rightAway}\\n:calendar: ${draft}`),
  );
  assert.ok(said([timed, kept, kept]).includes(`${rightAway}\\n:calendar: ${drafts}`));
  const more = ['3', '4', '5'].map((row) => ({ ...timed, row: Number(row), card: row }));
  const held = said(
    [timed, ...more],
    [
      ['3', 'paused'],
      ['4', 'needs_approval'],
      ['5', 'has_links'],
    ],
  );
  assert.ok(held.includes(`1 of 4 posts with a time ${rightAway}`));
  assert.ok(
    held.includes('Row 3 will be a draft that keeps its time, because publishing is paused for Acme.'),
  );
  assert.ok(held.includes('Row 4 needs approval before it’s scheduled.'));
  assert.ok(held.includes('Row 5 will be a draft that keeps its time, because posts for Acme need attached'));
  assert.ok(said([kept, kept]).includes(`"text":":calendar: ${drafts}`));
  assert.ok(said([kept]).includes(`"text":":calendar: ${draft}`));
});

test('the card says which links weren’t checked in time, and how many are checked so far', () => {
  const post = { row: 2, card: 'import-1-1', brand: { id: 'b', name: 'Acme' }, caption: 'Beans' };
  const posts = [2, 3, 4].map((row) => ({ ...post, row, mediaUrls: [`https://x/${row}.png`], profiles: [] }));
  const checking = { ...rows, posts, links: { found: { 'https://x/2.png': 'found' }, runs: 7 } } as const;
  assert.ok(!areLinksChecked(checking));
  assert.ok(areLinksChecked({ ...checking, links: { ...checking.links, runs: 8 } }));
  const said = JSON.stringify(renderImport({ ...record, stage: 'review' }, withLinks(checking)).blocks);
  assert.match(said, /There wasn’t enough time to check all media links in rows 3 and 4\./);
  const { text } = renderImport({ ...record, stage: 'checking' }, checking, { links: { opened: 1, all: 3 } });
  assert.match(text, /Checking file… 1 of 3 media links checked$/);
});

test('errors that don’t fit are counted, and each time zone has its brands', () => {
  const errors = Array.from({ length: 9 }, (_, i) => ({
    row: i + 2,
    column: 'Brand',
    text: `There’s no brand named “${i}”.`,
  }));
  const refused = renderImport({ ...record, stage: 'refused' }, { ...rows, errors });
  assert.match(
    JSON.stringify(refused.blocks),
    /Row 6 · Brand.*and 4 more errors\. To see them all, press \*See all rows\*\./,
  );
  const text = 'Acme has no social profile named “x”.';
  const same = [2, 4, 5, 6].map((row) => ({ row, column: 'Social profiles', text }));
  const done = JSON.stringify(renderImport(record, { ...rows, errors: same }).blocks);
  assert.ok(
    done.includes(`• Rows 2 and 4–6 · Social profiles: ${text}`),
    'also after its posts were created',
  );
  const zones = [
    { zone: 'Europe/Berlin', brands: ['Acme'] },
    { zone: 'Europe/Madrid', brands: ['Harbor Yoga', 'Olive'] },
  ];
  const said = (of: ImportedRows['zones']) =>
    JSON.stringify(renderImport({ ...record, stage: 'review' }, { ...rows, zones: of }).blocks);
  assert.match(said(zones), /use Berlin time for Acme; Madrid time for Harbor Yoga and Olive\./);
  assert.match(said(zones.slice(0, 1)), /use Berlin time\./);
});
