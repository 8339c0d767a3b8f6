/** Which folder may import what: the table of docs/architecture.md, in a form that a test can hold. */
import type { Import } from './project.ts';

/**
 * An entry that ends with a slash is a folder, `node:` is what Node brings, `*` is every package, and everything
 * else is one file or one package.
 */
interface Rule {
  /** The file or folder this is said of. The first rule that fits a file is its rule. */
  of: string;
  may: string[];
  /** What may be imported for its types only: erased before anything runs. */
  mayName?: string[];
}

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
  '*',
];

const jobs = {
  // a job decides by the kind of the service's error, so it needs the class; of all else it needs the shape
  may: [
    ...['src/jobs/', 'src/cards/', 'src/time/', 'src/service/errors.ts', 'zod', 'node:crypto', 'node:timers'],
    ...['src/posts/', 'src/notifications/'],
    // what people read of a job that gave up, and no view
    ...['views/reasons.ts', 'views/service-reason.ts'],
    // the words that an export is searched by
    'views/audit-words.ts',
  ],
  mayName: ['src/ports.ts', 'src/service/', 'src/store/', 'pino'],
};

const service: Omit<Rule, 'of'> = {
  may: ['src/service/', 'src/cards/', 'zod', 'node:'],
  mayName: ['undici', 'pino'],
};

const rules: Rule[] = [
  { of: 'src/main.ts', may: ['commands/', 'views/', 'src/', '*'] },
  {
    of: 'src/config.ts',
    may: [
      'zod',
      'src/secrets.ts',
      'src/settings-files.ts',
      'src/service/open-facts.ts',
      'src/store/redis-address.ts',
    ],
  },
  { of: 'src/settings-files.ts', may: ['node:fs'] },
  { of: 'src/secrets.ts', may: ['node:crypto'] },
  // brings the parts together that belong to one workspace, whichever they are
  {
    of: 'src/workspaces/',
    may: [
      ...[
        'src/workspaces/',
        'src/cards/',
        'src/posts/',
        'src/service/',
        'src/slack/',
        'src/store/',
        'src/notifications/',
      ],
      ...[
        'src/secrets.ts',
        'src/start-error.ts',
        'src/jobs/remove-workspace.ts',
        'src/jobs/asked.ts',
        'views/command-refusals.ts',
        '@slack/web-api',
        'node:',
      ],
    ],
    mayName: ['src/config.ts', 'src/ports.ts', 'src/jobs/', 'pino'],
  },
  { of: 'src/start-error.ts', may: ['src/store/redis-address.ts'], mayName: ['src/store/redis.ts'] },
  // looks at every part from outside, one after the other; nothing imports it but what starts it
  {
    of: 'src/doctor/',
    may: [
      'src/doctor/',
      'src/config.ts',
      'src/service/',
      'src/store/',
      'src/slack/',
      '@slack/web-api',
      'undici',
      'node:',
    ],
  },
  { of: 'src/health.ts', may: ['src/under-way.ts', 'node:'] },
  { of: 'src/under-way.ts', may: ['node:'] },
  { of: 'src/stopping.ts', may: ['node:'] },
  // serves what is asked beside Slack, where Slack does not come by HTTP
  {
    of: 'src/slack/app.ts',
    may: ['src/slack/', 'src/health.ts', 'src/under-way.ts', '@slack/bolt', 'node:'],
    mayName: ['src/config.ts', '@slack/web-api', 'pino'],
  },
  { of: 'src/log.ts', may: ['pino'] },
  {
    of: 'src/ports.ts',
    may: [],
    mayName: [
      'src/cards/',
      'src/home-ports.ts',
      'src/jobs/asked.ts',
      'src/notifications/',
      'src/posts/',
      'src/service/',
      '@slack/types',
    ],
  },
  { of: 'src/home-ports.ts', may: [], mayName: ['src/cards/', '@slack/types'] },
  // it knows which domains there are
  { of: 'src/cards/weighted-length.ts', may: ['node:module'], mayName: ['tldts'] },
  // tells on the card what was changed
  { of: 'src/cards/change.ts', may: ['src/cards/', 'views/language.ts'] },
  { of: 'src/cards/', may: ['src/cards/', 'src/notifications/preferences.ts', 'zod', 'node:crypto'] },
  // the core: what is asked of a card, and what came of it
  {
    of: 'src/posts/',
    may: ['src/posts/', 'src/cards/', 'src/jobs/', 'src/service/errors.ts', 'zod', 'node:crypto'],
    mayName: ['src/ports.ts', 'src/service/', 'src/store/', 'ioredis', 'pino'],
  },
  // what people are told, where and when; the core hands it events
  {
    of: 'src/notifications/',
    may: ['src/notifications/', 'src/posts/', 'src/cards/', 'src/time/', 'src/jobs/', 'zod', 'node:crypto'],
    mayName: ['src/ports.ts', 'src/store/', 'src/service/', 'ioredis', 'pino'],
  },
  // where the service's client meets the network
  { of: 'src/service/send.ts', may: [...service.may, 'undici'] },
  // answers people who ask
  { of: 'src/service/questions.ts', may: [...service.may, 'views/service-reason.ts'] },
  { of: 'src/service/', ...service },
  // opens every connection to Redis
  { of: 'src/store/redis.ts', may: ['src/store/', 'ioredis', 'node:fs'] },
  // a stored problem keeps its sentence for releases that read nothing else
  {
    of: 'src/store/save-card.ts',
    may: ['src/store/', 'src/cards/', 'src/notifications/records.ts', 'views/problems.ts'],
  },
  {
    of: 'src/store/',
    may: [
      ...['src/store/', 'src/cards/', 'src/posts/', 'src/notifications/preferences.ts'],
      ...['src/notifications/records.ts', 'ioredis', 'zod', 'node:crypto', 'node:zlib'],
    ],
    mayName: ['src/ports.ts', 'src/notifications/', 'src/secrets.ts', 'pino'],
  },
  // what the parts are told to count with; they do not know of it
  {
    of: 'src/metrics/',
    may: ['src/metrics/', 'prom-client'],
    mayName: [
      ...['src/cards/', 'src/health.ts', 'src/jobs/', 'src/service/', 'src/slack/', 'src/store/'],
      'pino',
    ],
  },
  // pictures and files made from numbers: pure, whatever it takes to draw them
  {
    of: 'src/charts/',
    may: [
      'src/charts/',
      'src/cards/',
      'views/chart-words.ts',
      'views/limits.ts',
      'vega',
      'vega-lite',
      '@resvg/resvg-js',
      'csv-parse',
      'zod',
      'node:',
    ],
    mayName: ['src/ports.ts', 'src/service/service.ts'],
  },
  // what stands at the addresses of a post: beside the service's client, all that opens an address of somebody's
  {
    of: 'src/pictures/',
    may: ['src/pictures/', 'src/cards/', 'undici', 'node:'],
    mayName: ['pino'],
  },
  // how posts will look: a card in, a picture out, with letters from packages
  {
    of: 'src/preview/',
    may: [
      ...['src/preview/', 'src/pictures/', 'src/cards/', 'fontkit', 'woff2-encoder', 'linebreak', 'bidi-js'],
      ...['@resvg/resvg-js', 'zod', 'node:', 'views/preview-words.ts'],
    ],
    mayName: ['src/ports.ts'],
  },
  { of: 'src/jobs/queue.ts', may: [...jobs.may, 'bullmq'], mayName: [...jobs.mayName, 'ioredis'] },
  { of: 'src/jobs/worker.ts', may: [...jobs.may, 'bullmq'], mayName: [...jobs.mayName, 'ioredis'] },
  { of: 'src/jobs/', ...jobs },
  // reads the keys that it derives its own from
  {
    of: 'src/slack/served-files.ts',
    may: ['src/slack/', 'src/secrets.ts'],
    mayName: ['src/cards/', 'src/ports.ts', 'src/config.ts', 'src/health.ts', 'pino'],
  },
  {
    of: 'src/slack/',
    may: [
      'src/slack/',
      'src/cards/',
      'src/notifications/',
      'src/under-way.ts',
      'views/',
      '@slack/bolt',
      '@slack/web-api',
      'zod',
      'node:',
    ],
    mayName: ['src/ports.ts', 'src/config.ts', 'src/health.ts', '@slack/types', 'pino'],
  },
  { of: 'src/time/', may: ['src/time/', 'chrono-node', 'temporal-polyfill'] },
  {
    of: 'views/',
    may: ['views/', 'src/cards/', 'src/notifications/preferences.ts', 'zod', 'fastest-levenshtein'],
    mayName: ['src/time/', 'src/posts/', 'src/notifications/', '@slack/types'],
  },
  { of: 'commands/index.ts', may: ['commands/'] },
  {
    of: 'commands/',
    may: [
      ...['commands/', 'views/', 'src/cards/', 'src/jobs/asked.ts', 'src/time/', 'zod'],
      ...['src/notifications/preferences.ts', 'node:crypto', 'node:timers'],
    ],
    mayName: ['src/ports.ts', 'src/notifications/', 'src/jobs/job.ts', '@slack/bolt', '@slack/types', 'pino'],
  },
  // no setting moves the bot's clock, and what the demo's team did yesterday wants one
  { of: 'sandbox/earlier-bot.ts', may: ['src/main.ts', 'src/config.ts', 'pino'] },
  { of: 'sandbox/redis-keys.ts', may: ['ioredis'] },
  // shows developers the queues, by their names in Redis
  {
    of: 'sandbox/queue-dashboard.ts',
    may: ['@bull-board/api', '@bull-board/express', 'bullmq', 'ioredis', 'node:'],
  },
  // the sandbox is what is outside: it knows the protocols, never the bot's code
  {
    of: 'sandbox/',
    may: [
      ...['sandbox/', 'scripts/programs.mjs', 'scripts/arguments.ts', 'manifest.json', '@slack/types'],
      ...['zod', 'ws', 'node:', 'react', 'react-dom', 'vite', '@vitejs/plugin-react'],
    ],
  },
  { of: 'scripts/', may: ['scripts/', 'commands/', 'src/', 'zod', 'node:'] },
  { of: 'test/', may: [...everything, '.slack/hooks.json'] },
  { of: 'bench/', may: everything },
];

/** Of which files and folders the rules speak. */
export const ruled: readonly string[] = rules.map(({ of }) => of);

/** Why a file may not import this, or nothing when it may. */
export function objection(
  file: string,
  wanted: Import,
  listedCommands: ReadonlySet<string>,
): string | undefined {
  const rule = rules.find(({ of }) => covers(of, { file }));
  if (!rule) return `no rule says what ${file} may import: add one to test/architecture/arrows.ts`;
  const target = wanted.file ?? wanted.package;
  if (file.startsWith('commands/') && file !== 'commands/index.ts' && listedCommands.has(target ?? '')) {
    return `${file} imports another command: ${target}`;
  }
  if (rule.may.some((entry) => covers(entry, wanted))) return undefined;
  const mayName = rule.mayName?.some((entry) => covers(entry, wanted));
  if (mayName && wanted.typeOnly) return undefined;
  return mayName ? `${file} may import only the types of ${target}` : `${file} may not import ${target}`;
}

function covers(entry: string, { file, package: name }: Pick<Import, 'file' | 'package'>): boolean {
  if (entry === '*') return name !== undefined;
  if (entry === 'node:') return name?.startsWith('node:') ?? false;
  return entry.endsWith('/') ? (file?.startsWith(entry) ?? false) : entry === file || entry === name;
}
