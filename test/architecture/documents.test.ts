import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { commands } from '#commands/index.ts';
import { settingNames } from '#src/app/config.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { states } from '#src/posts/card/card.ts';
import {
  alwaysSent,
  destinationsSchema,
  directKindOf,
  topics,
} from '#src/settings/notification-preferences.ts';
import { destinationOptions, topicNames } from '#views/settings/destinations-modal.ts';
import { kindTexts } from '#views/settings/direct-fields.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { cardStates } from '../../scripts/card-states.ts';
import { rules } from './arrows.ts';
import { files, read, root } from './project.ts';

const all = files();
const documents = all.filter((file) =>
  /^((README|CONTRIBUTING|CHANGELOG|SECURITY|sandbox\/README)\.md|docs\/.*\.md)$/.test(file),
);
const topLevel = new Set(all.map((file) => file.split('/')[0]));

const block = /^( *)```[\s\S]*?^ *```/gm;

/** Inline code, without code blocks. */
function quoted(document: string): string[] {
  return [
    ...read(document)
      .replace(block, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, words]) => words ?? '');
}

/** Code blocks and inline code. */
const codeIn = (document: string): string =>
  [...(read(document).match(block) ?? []), ...quoted(document)].join('\n');

/** Whether this could be a path in this project: it has a known extension, or starts with a top-level folder. */
function looksLikePath(words: string): boolean {
  if (/[\s<>(){}=:#]|^\/|\/\/|…/.test(words)) return false;
  const [first = ''] = words.split('/');
  return words.includes('/')
    ? topLevel.has(first)
    : /\.(ts|mjs|json|md|yml)$|^Dockerfile$|^\.env\./.test(words);
}

/** Looks in the root folder, in the document's folder, and for a name without a folder, everywhere. */
function exists(path: string, document: string): boolean {
  if (globSync(path, { cwd: root }).length > 0) return true;
  if (globSync(join(dirname(document), path), { cwd: root }).length > 0) return true;
  return !path.includes('/') && all.some((file) => file.endsWith(`/${path}`));
}

test('every path that a document names exists', () => {
  const missing = documents.flatMap((document) =>
    quoted(document)
      .filter((words) => looksLikePath(words) && !exists(words, document))
      .map((words) => `${document}: ${words}`),
  );
  assert.deepEqual(missing, []);
});

/** The anchors that GitHub generates for a document's headings. */
function anchorsOf(document: string): string[] {
  const headings = [
    ...read(document)
      .replace(block, '')
      .matchAll(/^#+ (.+)$/gm),
  ];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Whether the link's file exists, and its heading if the link has an anchor. */
function leadsSomewhere(link: string, document: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? document : join(dirname(document), file);
  if (globSync(target, { cwd: root }).length === 0) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

test('all links between documents, anchors, and images work', () => {
  const broken = documents.flatMap((document) =>
    [
      ...read(document)
        .replace(block, '')
        .matchAll(/(?:\]\(|src=")([^)\s"]+)/g),
    ]
      .map(([, link]) => link ?? '')
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(link, document))
      .map((link) => `${document}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('the README has at most 120 lines', () => {
  assert.ok(read('README.md').split('\n').length <= 121);
});

test('docs/README.md links to every page, and every image is on a page', () => {
  const index = read('docs/README.md');
  const pages = documents.filter((file) => /^docs\/(?!README)[^/]+\.md$/.test(file));
  assert.deepEqual(
    pages.filter((page) => !index.includes(`(${page.slice('docs/'.length)})`)),
    [],
  );
  const shown = documents.map(read).join('\n');
  const pictures = all.filter((file) => file.startsWith('docs/images/'));
  assert.deepEqual(
    pictures.filter((picture) => !shown.includes(picture.slice('docs/'.length))),
    [],
  );
});

test('every npm script that a document names is in package.json', () => {
  const scripts: Record<string, string> = packageJson.scripts;
  const npmOwn = ['ci', 'install', 'rebuild', 'help', 'version'];
  const unknown = documents.flatMap((document) =>
    [...codeIn(document).matchAll(/\bnpm (run )?(?!run\b)([a-z][\w:-]*)/g)]
      .filter(([, run, name = '']) => !(name in scripts) && (run || !npmOwn.includes(name)))
      .map(([words]) => `${document}: ${words}`),
  );
  assert.deepEqual(unknown, []);
});

test('docs/dependencies.md has a row for each runtime package', () => {
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(rows, Object.keys(packageJson.dependencies));
});

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

test('the bot writes each log message in docs/troubleshooting.md', () => {
  const code = all
    .filter((file) => /^(src|commands)\/.*\.ts$/.test(file))
    .map(read)
    .join('\n');
  const [, table = ''] = read('docs/troubleshooting.md').split('## Log messages');
  const messages = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
  );
  assert.ok(messages.length > 30);
  // `…` in the table stands for a value
  const isWritten = (message: string): boolean =>
    new RegExp(message.split('…').map(escaped).join('\\$\\{[^}]+\\}')).test(code);
  assert.deepEqual(
    messages.filter((message) => !isWritten(message)),
    [],
  );
});

test('docs/architecture.md covers each rule about which folder may import which', () => {
  const folders = /^## Folders\n([\s\S]*?)^## /m.exec(read('docs/architecture.md'))?.[1] ?? '';
  assert.deepEqual(
    rules.map(({ of }) => of).filter((of) => !folders.includes(`\`${of}\``)),
    [],
  );
});

test('docs/cards.md has a row for each state of a card', () => {
  const rows = [...read('docs/cards.md').matchAll(/^\| (`[^|]+) \|/gm)].map(([, first = '']) => first);
  const told = rows.flatMap((first) => [...first.matchAll(/`([^`]+)`/g)].map(([, state]) => state ?? ''));
  assert.deepEqual([...new Set(told)].sort(), [...states].sort());
});

test('the diagram in docs/cards.md has exactly the transitions of the code', () => {
  const [, drawn] = /```mermaid\n(stateDiagram.*?)\n```/s.exec(read('docs/cards.md')) ?? [];
  assert.equal(drawn, cardStates(), 'generate it with npm run --silent card-states');
});

test('docs/notifications.md has a row for each topic, with its default destination and the choices', () => {
  const rows = [...read('docs/notifications.md').matchAll(/^\| \*\*([^*]+)\*\*.*$/gm)];
  assert.deepEqual(
    rows.map(([, name]) => name),
    topics.map((topic) => topicNames[topic]),
  );
  const places = destinationsSchema.parse(undefined);
  const wrong = topics.filter((topic, i) => {
    const [, , byDefault = '', choices = '', direct = ''] = (rows[i]?.[0] ?? '').split(' | ');
    const chosen = alwaysSent.has(topic) ? 'channel, thread' : 'channel, thread, off';
    const isTrue = byDefault.startsWith(destinationOptions[places[topic]].text.text) && choices === chosen;
    return !isTrue || !direct.includes(`*${kindTexts[directKindOf[topic]]}*`);
  });
  assert.deepEqual(wrong, []);
});

test('docs/data.md has a row for each Redis key that belongs to a workspace', () => {
  const { all: _everything, byToken: _otherTag, state: _none, ...keys } = createKeys('presscheck');
  const told = codeIn('docs/data.md');
  const missing = Object.values(keys).flatMap((key) => {
    const name = typeof key === 'string' ? undefined : key('T', '-', '-').split(':')[2];
    return name && !new RegExp(`\\{T\\}:${name}(?![\\w-])`).test(told) ? [name] : [];
  });
  assert.deepEqual(missing, []);
});

const setting = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g;
const settingsIn = (text: string): Set<string> => new Set(text.match(setting));

test('every setting in a document is used in code', () => {
  const readers = all.filter((file) =>
    /^(sandbox|scripts|src|test\/support)\/.*\.(ts|mjs)$|^(\.slack\/hooks\.json|docker-compose(\.http)?\.yml|Dockerfile|package\.json)$/.test(
      file,
    ),
  );
  const known = new Set([...settingNames, ...readers.flatMap((file) => [...settingsIn(read(file))])]);
  const unknown = documents.flatMap((document) =>
    [...settingsIn(codeIn(document))]
      .filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')))
      .map((name) => `${document}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});

test('docs/configuration.md and .env.example name every setting of the bot', () => {
  const inExample = new Set(
    [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name ?? ''),
  );
  assert.deepEqual([...inExample].sort(), [...settingNames].sort());
  const configuration = codeIn('docs/configuration.md');
  assert.deepEqual(
    settingNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(configuration)),
    [],
  );
});

test('the command tables have the same arguments as the help and Slack', () => {
  const typed = commands
    .filter(({ slash, word, shortcut }) => slash !== undefined || (word !== undefined && !shortcut))
    .map(({ slash, word, hint }) =>
      [slash ? `/${slash}` : `/social ${word}`, hint].filter(Boolean).join(' '),
    );
  const inTable = (document: string): string[] =>
    [...read(document).matchAll(/^\| (`\/.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words.replaceAll('\\|', '|')),
    );
  assert.deepEqual(inTable('docs/commands.md').sort(), [...new Set(typed)].sort());
  for (const words of inTable('README.md')) assert.ok(typed.includes(words), words);
});
