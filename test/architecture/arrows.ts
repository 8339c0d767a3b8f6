/** Which folder can import which: the table in docs/architecture.md, as data that a test can check. */
import type { Import } from './project.ts';

/** Entries that end with a slash are folders, the others are files. */
export interface Rule {
  /** The first rule that covers a file is the file's rule. */
  of: string;
  may: readonly string[];
}

const beneathPosts = ['src/platform/', 'src/time/', 'src/media/'];

const beneathFeatures = [
  ...beneathPosts,
  'src/posts/',
  'src/audit/',
  'src/catalog/',
  'src/settings/',
  'src/workspaces/',
];

/** A feature below `src/` can import itself, its own view, and the folders beneath all features. */
const feature = (name: string): Rule => ({
  of: `src/${name}/`,
  may: [`src/${name}/`, `views/${name}/`, ...beneathFeatures],
});

/** A view can import itself, the kit, the views of posts, and the pure models that it renders. */
const view = (name: string): Rule => ({
  of: `views/${name}/`,
  may: [
    `views/${name}/`,
    'views/kit/',
    'views/posts/',
    `src/${name}/`,
    'src/posts/card/',
    'src/settings/',
    'src/platform/',
    'src/time/',
  ],
});

/** A command can import itself, the folders that commands share, the views, and its own feature's model. */
const command = (name: string): Rule => ({
  of: `commands/${name}/`,
  may: [
    `commands/${name}/`,
    'commands/kit/',
    'commands/catalog/',
    'commands/posts/',
    'commands/settings/',
    `views/${name}/`,
    'views/kit/',
    'views/catalog/',
    'views/posts/',
    `src/${name}/`,
    'src/posts/card/',
    'src/platform/',
    'src/time/',
  ],
});

const everything = [
  'commands/',
  'views/',
  'src/',
  'sandbox/',
  'scripts/',
  'test/',
  'bench/',
  'package.json',
  'manifest.json',
  '.slack/hooks.json',
];

export const rules: readonly Rule[] = [
  { of: 'src/main.ts', may: ['commands/', 'views/', 'src/'] },
  { of: 'src/app/', may: ['commands/', 'views/', 'src/'] },
  { of: 'src/platform/', may: ['src/platform/'] },
  { of: 'src/time/', may: ['src/time/'] },
  { of: 'src/media/', may: ['src/media/', 'src/platform/'] },
  {
    of: 'src/posts/card/',
    // a card's history describes edits in words, and only that file has plurals and number formats
    may: ['src/posts/card/', 'src/media/', 'src/platform/', 'views/kit/language.ts'],
  },
  {
    of: 'src/posts/',
    may: ['src/posts/', 'views/posts/', 'views/kit/', ...beneathPosts],
  },
  {
    of: 'src/audit/',
    may: ['src/audit/', 'src/posts/', 'views/audit/', ...beneathPosts],
  },
  {
    of: 'src/catalog/',
    may: ['src/catalog/', 'src/posts/', 'views/catalog/', ...beneathPosts],
  },
  {
    of: 'src/settings/',
    may: ['src/settings/', 'src/posts/', ...beneathPosts],
  },
  {
    of: 'src/workspaces/',
    may: ['src/workspaces/', 'src/posts/', 'views/workspaces/', ...beneathPosts],
  },
  feature('analytics'),
  feature('approval'),
  feature('campaigns'),
  feature('home'),
  feature('links'),
  feature('notifications'),
  feature('onboarding'),
  feature('pause'),
  feature('preview'),
  feature('recurring'),
  feature('reminders'),
  feature('slots'),
  feature('spreadsheets'),
  feature('steps'),
  feature('templates'),
  { of: 'src/doctor/', may: ['src/doctor/', 'src/app/', 'src/platform/'] },
  {
    of: 'views/kit/',
    may: ['views/kit/', 'src/platform/', 'src/time/'],
  },
  view('posts'),
  view('analytics'),
  view('approval'),
  view('audit'),
  view('campaigns'),
  view('catalog'),
  view('help'),
  view('home'),
  view('links'),
  view('notifications'),
  view('onboarding'),
  view('pause'),
  view('preview'),
  view('recurring'),
  view('reminders'),
  view('settings'),
  view('slots'),
  view('spreadsheets'),
  view('steps'),
  view('templates'),
  view('workspaces'),
  { of: 'commands/index.ts', may: ['commands/'] },
  // the types of the commands' dependencies
  { of: 'commands/kit/deps.ts', may: ['src/'] },
  {
    of: 'commands/kit/',
    may: ['commands/kit/', 'views/kit/', 'src/posts/card/', 'src/media/', 'src/platform/'],
  },
  command('posts'),
  command('analytics'),
  command('approval'),
  command('audit'),
  command('campaigns'),
  command('catalog'),
  command('help'),
  command('home'),
  command('links'),
  command('onboarding'),
  command('pause'),
  command('preview'),
  command('recurring'),
  command('settings'),
  command('slots'),
  command('spreadsheets'),
  command('steps'),
  command('templates'),
  command('workspaces'),
  // the demo's team needs a history, but no setting moves the bot's clock
  { of: 'sandbox/backdated-bot.ts', may: ['src/main.ts', 'src/app/config.ts'] },
  // the sandbox stands in for external services, so it uses their protocols and never the bot's code
  { of: 'sandbox/', may: ['sandbox/', 'scripts/programs.mjs', 'scripts/arguments.ts', 'manifest.json'] },
  { of: 'scripts/', may: ['scripts/', 'commands/', 'src/'] },
  { of: 'test/', may: everything },
  { of: 'bench/', may: everything },
];

/** Which files can import a package. Any file can import its types, and `node:crypto`, `node:timers`, and zod. */
const packages: Readonly<Record<string, readonly string[]>> = {
  bullmq: ['src/platform/queue/'],
  ioredis: ['src/platform/redis/'],
  undici: ['src/platform/publishing-api/send.ts', 'src/platform/http/', 'src/doctor/'],
  '@slack/bolt': [
    'src/platform/slack/',
    'src/app/answering-app.ts',
    'src/app/slack-app.ts',
    'src/workspaces/installer.ts',
  ],
  '@slack/web-api': ['src/platform/slack/', 'src/app/', 'src/workspaces/', 'src/doctor/'],
  pino: ['src/platform/log.ts'],
  'prom-client': ['src/platform/metrics/'],
  'csv-parse': ['src/analytics/', 'src/spreadsheets/'],
  '@resvg/resvg-js': ['src/preview/'],
  fontkit: ['src/preview/'],
  'woff2-encoder': ['src/preview/'],
  linebreak: ['src/preview/'],
  'bidi-js': ['src/preview/'],
  'chrono-node': ['src/time/'],
  'temporal-polyfill': ['src/time/'],
  'fastest-levenshtein': ['views/help/', 'views/kit/'],
};

const free = new Set(['zod', 'node:crypto', 'node:timers']);

/** Views are pure, and commands leave I/O to `src/`. */
const withoutNode = /^(views|commands)\//;

/** Why a file can't import this; `undefined`: it can. */
export function objection(
  file: string,
  wanted: Import,
  listedCommands: ReadonlySet<string>,
): string | undefined {
  if (wanted.package !== undefined) return objectionToPackage(file, wanted.package, wanted.typeOnly);
  const rule = rules.find(({ of }) => covers(of, file));
  if (!rule) return `no rule says what ${file} imports: add one to test/architecture/arrows.ts`;
  const target = wanted.file ?? '';
  if (file.startsWith('commands/') && file !== 'commands/index.ts' && listedCommands.has(target))
    return `${file} imports another command: ${target}`;
  return rule.may.some((entry) => covers(entry, target)) ? undefined : `${file} can't import ${target}`;
}

function objectionToPackage(file: string, name: string, typeOnly: boolean): string | undefined {
  if (typeOnly || free.has(name) || !/^(src|views|commands)\//.test(file)) return undefined;
  const homes = packages[name];
  const isAllowed = homes
    ? homes.some((one) => covers(one, file))
    : name.startsWith('node:') && !withoutNode.test(file);
  return isAllowed ? undefined : `${file} can't import the package ${name}`;
}

const covers = (entry: string, file: string): boolean =>
  entry.endsWith('/') ? file.startsWith(entry) : entry === file;
