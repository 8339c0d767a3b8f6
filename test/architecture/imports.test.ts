import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objection } from './arrows.ts';
import { cyclesIn } from './cycles.ts';
import { importsOf, read, readsEnvironment, sources } from './project.ts';

const code = sources();
const imports = new Map(code.map((file) => [file, importsOf(file)]));
const own = (file: string): string[] => (imports.get(file) ?? []).flatMap((each) => each.file ?? []);
const listed = (list: string): string[] =>
  (imports.get(list) ?? []).flatMap(({ file, typeOnly }) => (file && !typeOnly ? [file] : []));

test('folders only import what they’re allowed to', () => {
  const commands = new Set(listed('commands/index.ts'));
  const objections = code.flatMap((file) =>
    (imports.get(file) ?? []).flatMap((each) => objection(file, each, commands) ?? []),
  );
  assert.deepEqual(objections, []);
});

test('only the composition root and standalone scripts read the environment', () => {
  const mayRead = /^(src\/app\/config\.ts|src\/main\.ts|(sandbox|scripts|test|bench)\/.*)$/;
  const readers = code.filter((file) => !mayRead.test(file) && readsEnvironment(file));
  assert.deepEqual(readers, []);
});

test('only the post index’s reader and the doctor request a brand’s listing', () => {
  const reads = code.filter(
    (file) => file.startsWith('src/') && /\.(postPage|singlePost)\(/.test(read(file)),
  );
  assert.deepEqual(reads, [
    // reads one page to check the service, without the bot, and stores nothing
    'src/doctor/service.ts',
    // forwards calls
    'src/platform/publishing-api/short-ids.ts',
    'src/posts/post-index/reader.ts',
  ]);
});

test('there are no import cycles', () => {
  const circles = cyclesIn(new Map(code.map((file) => [file, own(file)])));
  assert.deepEqual(
    circles.map((circle) => circle.join(' → ')),
    [],
  );
});

test('every view is tested at its smallest and largest against Slack’s limits', () => {
  // these create text for fields that modals shorten, web pages, files, types, sentences in messages, and workflow steps, which
  // test/architecture/manifest.test.ts and test/steps check
  const words = [
    'views/campaigns/brief.ts',
    'views/kit/command-refusals.ts',
    'views/kit/help-entry.ts',
    'views/pause/refusals.ts',
    'views/preview/texts.ts',
    'views/preview/words.ts',
    'views/spreadsheets/check-row.ts',
    'views/spreadsheets/export-table.ts',
    'views/steps/results.ts',
    'views/steps/step-forms.ts',
    'views/steps/wrong-inputs.ts',
    'views/workspaces/install-pages.ts',
    'views/workspaces/refusals.ts',
  ];
  const isView = (file: string): boolean => file.startsWith('views/');
  const rendered = new Set<string>();
  const render = (file: string): void => {
    for (const view of listed(file).filter((each) => isView(each) && !rendered.has(each))) {
      rendered.add(view);
      render(view);
    }
  };
  for (const file of code) if (/^test\/views\/(extremes\/|limits\.)/.test(file)) render(file);
  assert.deepEqual(
    code.filter((file) => isView(file) && !rendered.has(file)),
    words,
  );
});
