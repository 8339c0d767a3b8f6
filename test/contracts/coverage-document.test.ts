/**
 * That docs/contract.md names what is there and leaves no statement of the service's document out, and that
 * docs/open-facts.md does so with what the document leaves open.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { variantChoices } from '#sandbox/service/variants.ts';
import { openFactsSchema } from '#src/platform/publishing-api/open-facts.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Statement {
  /** The headings above it, such as `Endpoints / POST /post`. */
  part: string;
  /** The cells of a row; a sentence or an entry of a list is one cell. */
  cells: string[];
}

/** The rows of all tables, the entries of all lists and the sentences between them. */
function statementsIn(text: string): Statement[] {
  const headings: string[] = [];
  let table: 'none' | 'head' | 'rows' = 'none';
  return text.split('\n').flatMap((line): Statement[] => {
    const [, marks = '', heading = ''] = /^(#+) (.*)$/.exec(line) ?? [];
    if (marks !== '') headings.splice(marks.length - 1, Number.POSITIVE_INFINITY, heading);
    if (!line.startsWith('|')) table = 'none';
    else table = table === 'none' ? 'head' : 'rows';
    const isRow = table === 'rows' && !/^[|\-: ]+$/.test(line);
    const said = line.replace(/^(\s*-|\d+\.) /, '').trim();
    if (marks !== '' || said === '' || (table !== 'none' && !isRow)) return [];
    const part = headings.slice(1).join(' / ');
    const cells = isRow ? line.replace(/^\||\|$/g, '').split(/(?<!\\)\|/) : [said];
    return [{ part, cells: cells.map((cell) => cell.trim()) }];
  });
}

const rows = statementsIn(read('docs/contract.md')).filter(({ cells }) => cells.length === 3);

test('each statement names the files that handle it, which exist', () => {
  const wrong = rows.flatMap(({ cells: [said = '', where = '', shown = ''] }) => {
    const files = [...where.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '');
    if (files.length === 0 && !shown.startsWith('nothing to show: ')) return [`${said}: nowhere`];
    return files.filter((file) => !existsSync(join(root, file))).map((file) => `${said}: ${file}`);
  });
  assert.ok(rows.length > 100, 'the tables could not be read');
  assert.deepEqual(wrong, []);
});

test('each statement names its tests, which are in their files', () => {
  const wrong = rows.flatMap(({ cells: [said = '', , shown = ''] }) => {
    const isEmpty = !namesTests(shown) && !/^nothing to show: \w/.test(shown);
    return isEmpty ? [`${said}: no test`] : missingTests(said, shown);
  });
  assert.deepEqual(wrong, []);
});

function namesTests(cell: string): RegExpExecArray[] | undefined {
  const named = [...cell.matchAll(/`([^`]+\.test\.ts)` “([^”]+)”/g)];
  return named.length > 0 ? named : undefined;
}

function missingTests(said: string, cell: string): string[] {
  return (namesTests(cell) ?? [])
    .filter(([, file = '', title = '']) => !hasTest(file, title))
    .map(([, file, title]) => `${said}: ${file} has no “${title}”`);
}

/** The titles in a file that was read. */
const titles = new Map<string, string[]>();

/** The literal title, or a title with `${…}` filled in with words from the file. */
function hasTest(file: string, title: string): boolean {
  if (!existsSync(join(root, file))) return false;
  const source = read(file);
  const known = titles.get(file) ?? titlesIn(source);
  titles.set(file, known);
  return known.some((one) => {
    if (one === title) return true;
    const parts = one.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/);
    const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+)');
    const filled = parts.length > 1 ? new RegExp(`^${pattern}$`).exec(title)?.slice(1) : undefined;
    return filled?.every((words) => source.includes(words)) ?? false;
  });
}

function titlesIn(source: string): string[] {
  return [...source.matchAll(/\b(?:test|longTest)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g)].map(
    ([, , title = '']) => title.replace(/\\(['"`])/g, '$1'),
  );
}

/** Beside the repository where it is worked on, and not in it: only its digest is. */
const original = join(root, '../shared/service-api.md');
const digestOfOriginal = '78afade243337f176dfa1a1aea84ceb5e281890f13b425c6eab04bb70ad55586';

test('the statements are exactly those of the service’s document, in its order', () => {
  const have = rows.map(({ part, cells: [said] }) => `${part}: ${said}`);
  if (existsSync(original)) {
    const there = statementsIn(readFileSync(original, 'utf8')).map(
      ({ part, cells }) => `${part || 'The document'}: ${cells.filter((cell) => cell !== '').join(' · ')}`,
    );
    assert.deepEqual(have, there);
  }
  assert.equal(createHash('sha256').update(have.join('\n')).digest('hex'), digestOfOriginal);
});

const openRows = statementsIn(read('docs/open-facts.md')).filter(({ cells }) => cells.length === 3);
const others = ['Beside the evidence', 'Where the bot is stricter than the contract'];
const evidence = openRows.filter(({ part }) => !others.includes(part));

/** The words in a cell that are among these names. */
const namesOf = (cell: string, known: readonly string[]): string[] =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).filter((name) => known.includes(name));

test('each open fact is a row with its entries and variants, or with the reason why there is none', () => {
  const [entries, variants] = [Object.keys(openFactsSchema.shape), Object.keys(variantChoices)];
  const wrong = openRows.flatMap(({ cells: [said = '', entry = '', variant = ''] }) => [
    ...missingTests(said, variant),
    ...(
      [
        [entry, entries],
        [variant, variants],
      ] as const
    ).flatMap(([cell, known]) =>
      namesOf(cell, known).length > 0 || /^–: \w/.test(cell) ? [] : [`${said}: “${cell}” names nothing`],
    ),
  ]);
  assert.deepEqual(wrong, []);
  const named = (column: 1 | 2, known: string[]): string[] =>
    known.filter((one) => !openRows.some(({ cells }) => namesOf(cells[column] ?? '', known).includes(one)));
  assert.deepEqual([named(1, entries), named(2, variants)], [[], []], 'in no row');
});

const originalEvidence = join(root, '../shared/service-evidence.md');
const digestOfEvidence = 'a9b280c6477c83a5c762bc2397d27e15aa0e82499ffb17cf7e48ed090ddaf06b';

test('the open facts are exactly those of the evidence, in its order', () => {
  const have = evidence.map(({ cells: [said] }) => said);
  if (existsSync(originalEvidence)) {
    const tables = statementsIn(readFileSync(originalEvidence, 'utf8')).filter(
      ({ cells }) => cells.length > 1,
    );
    assert.deepEqual(
      have,
      tables.map(({ cells }) => cells.filter((cell) => cell !== '').join(' · ')),
      'these tables of docs/open-facts.md repeat the user’s document: new rows go beneath “Beside the evidence”',
    );
  }
  assert.equal(createHash('sha256').update(have.join('\n')).digest('hex'), digestOfEvidence);
});
