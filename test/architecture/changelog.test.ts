import assert from 'node:assert/strict';
import { test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { read } from './project.ts';

const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
const [first, ...released] = headings;

test('the changelog starts with unreleased changes, followed by versions with their dates, newest first', () => {
  assert.equal(first, 'Unreleased');
  const versions = released.map((heading) => /^(\d+)\.(\d+)\.(\d+) \((\d{4}-\d{2}-\d{2})\)$/.exec(heading));
  assert.ok(!versions.includes(null), released.join(', '));
  const numbers = versions.map((version) =>
    Number(
      version
        ?.slice(1, 4)
        .map((n) => n.padStart(4, '0'))
        .join(''),
    ),
  );
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => b - a),
  );
  const dates = versions.map((version) => version?.[4] ?? '');
  assert.deepEqual(dates, dates.toSorted().toReversed());
});

test('the newest version of the changelog is the one in package.json', () => {
  assert.equal(released[0]?.split(' ')[0], packageJson.version);
});

test('no changelog section has a duplicate heading', () => {
  // merging two branches that both add the heading duplicates it
  const sections = read('CHANGELOG.md').split(/^## /m).slice(1);
  for (const section of sections) {
    const kinds = [...section.matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
    assert.deepEqual(kinds, [...new Set(kinds)], section.split('\n')[0]);
  }
});
