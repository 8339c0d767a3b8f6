/** The settings: names, defaults and checks in one place, read once, with all mistakes reported together. */
import { z } from 'zod';
import { readPostPattern } from '#src/links/post-address.ts';
import { readJson } from '#src/platform/json.ts';
import { type OpenFactsGiven, openFactsSchema } from '#src/platform/publishing-api/open-facts.ts';
import { passwordsIn, readRedisAddress } from '#src/platform/redis/redis-address.ts';
import { readSecretKeys } from '#src/platform/secrets.ts';
import { type SettingProblem, withFiles } from './settings-files.ts';

/** A whole number. Any other input gets our own error message. */
function whole(min: number, max: number | undefined, example: number) {
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  const error = `must be a whole number ${range}, such as ${example}`;
  return z.coerce
    .number({ error })
    .refine((n) => Number.isSafeInteger(n) && n >= min && n <= (max ?? Number.MAX_SAFE_INTEGER), error)
    .default(example);
}

const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

const flag = z.stringbool({ error: 'must be true or false' }).default(false);

const text = (isRight: (text: string) => unknown, mistake: string) => z.string().refine(isRight, mistake);

const isHttp = (text: string): boolean => z.url({ protocol: /^https?$/ }).safeParse(text).success;

/** An address without a username or password, which would be in every message about the address. */
const isPlainHttp = (text: string): boolean => isHttp(text) && !/^[^/]*\/\/[^/?#]*@/.test(text);

/** Whether the address doesn't leave this machine. */
const isOnThisMachine = ({ hostname }: URL): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** A token with something after its prefix: `.env.example` and manuals show the prefix alone. */
const token = (prefix: string, what: string) =>
  z.string().regex(new RegExp(`^${prefix}.`), `must be a complete ${what} (${prefix}…)`);

/** JSON: where the service differs from the defaults of `src/platform/publishing-api/open-facts.ts`. */
const openFacts = z.string().transform((text, context): OpenFactsGiven => {
  const facts = readJson(text);
  const mistakes =
    facts === undefined
      ? ['must be JSON, such as {"campaignBody":{"brief":"topic"}}']
      : (openFactsSchema.safeParse(facts).error?.issues ?? []).map(
          ({ path, message }) => `is invalid at ${path.join('.') || 'the top'}: ${message}`,
        );
  for (const message of mistakes) context.addIssue({ code: 'custom', message });
  return facts as OpenFactsGiven;
});

const settings = z.object({
  SLACK_BOT_TOKEN: token('xoxb-', 'bot token').optional(),
  SLACK_SIGNING_SECRET: z.string().min(1).optional(),
  SLACK_APP_TOKEN: token('xapp-', 'app-level token').optional(),
  SLACK_CLIENT_ID: z.string().optional(),
  SLACK_CLIENT_SECRET: z.string().optional(),
  PUBLIC_URL: text(
    (url) => isPlainHttp(url) && new URL(url).href === new URL('/', url).href,
    'must be the address where people reach Presscheck, without a path, such as https://presscheck.example.com',
  ).optional(),
  SECRETS_KEY: text(readSecretKeys, 'must be 32 bytes in base64; separate several with commas').optional(),
  SLACK_API_URL: text(
    isPlainHttp,
    'must be an http or https address without a name or password, such as https://slack.com/api/',
  ).default('https://slack.com/api/'),
  SLACK_API_ALLOW_HTTP: flag,
  SOCIAL_API_URL: text(
    (url) => isHttp(url) && /^[^@?#]+\/v1\/?$/.test(url),
    'must be the base address of the service, without a name, password or query, and end in v1, such as https://api.example.com/v1',
  ),
  POST_URL_PATTERN: text(
    readPostPattern,
    'must be the address of a post in the web app, with {id} where its ID is, such as https://app.example.com/posts/{id}',
  ).optional(),
  SOCIAL_API_ALLOW_HTTP: flag,
  SOCIAL_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be a single word, as the service shows it')
    .optional(),
  REDIS_URL: text(
    (url) => readRedisAddress(url),
    'must be a redis:// or rediss:// address, such as redis://127.0.0.1:6379',
  ),
  REDIS_CLUSTER: flag,
  REDIS_SENTINELS: text(
    (list) => readRedisAddress(list, { scheme: 'redis' }),
    'must be addresses such as a:26379,b:26379',
  ).optional(),
  REDIS_TLS_CA: z.string().optional(),
  PORT: whole(0, 65_535, 3_000),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be a single word of at least 16 characters')
    .optional(),
  ROLE: oneOf(['all', 'bot', 'worker']).default('all'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WATCH_INTERVAL_MS: whole(1, undefined, 2_000),
  WATCH_TIMEOUT_MS: whole(1, undefined, 900_000),
  RECONCILE_INTERVAL_MS: whole(1, undefined, 1_000),
  RESTING_INTERVAL_MS: whole(1, undefined, 600_000),
  PAUSE_CHECK_INTERVAL_MS: whole(1, undefined, 60_000),
  FILE_LINK_DAYS: whole(1, 3_650, 400),
  KEEP_FINISHED_DAYS: whole(1, 3_650, 90),
  UNDO_SECONDS: whole(0, 600, 5),
  REQUEST_TIMEOUT_MS: whole(1, undefined, 10_000),
  CHANNEL_INTERVAL_MS: whole(1, undefined, 1_000),
  REQUESTS_PER_MINUTE: whole(1, undefined, 60),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w.-]+$/, 'can only contain letters, digits, dots, dashes and underscores, such as presscheck')
    .default('presscheck'),
  AUDIT_DAYS: whole(1, undefined, 365),
  AUDIT_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  COMMAND_PREFIX: z
    .string()
    .regex(/^[a-z0-9_-]{0,16}$/, 'can have at most 16 lowercase letters, digits, - and _, such as pc-')
    .default(''),
  WORKFLOW_STEPS: flag,
  OPEN_FACTS: openFacts.default({}),
});

/** Addresses to which keys and tokens are sent with each call, so they need https. */
const spokenTo = [
  ['SOCIAL_API_URL', 'SOCIAL_API_ALLOW_HTTP'],
  ['SLACK_API_URL', 'SLACK_API_ALLOW_HTTP'],
] as const;

function plainTextMistakes(given: Record<string, string | undefined>): SettingProblem[] {
  return spokenTo.flatMap(([name, allows]) => {
    const address = given[name] ?? '';
    const allowed = settings.shape[allows].safeParse(given[allows]).data ?? false;
    if (!isPlainHttp(address) || allowed) return [];
    const url = new URL(address);
    if (url.protocol === 'https:' || isOnThisMachine(url)) return [];
    return [
      {
        name,
        message: `must start with https://, because http:// lets anyone on the network in between read the key; ${allows}=true allows it`,
      },
    ];
  });
}

/** Settings of Redis that are well-formed but don't fit together. */
function redisMistakes(given: Record<string, string | undefined>): SettingProblem[] {
  const address = readRedisAddress(given.REDIS_URL ?? '');
  if (!address) return [];
  const isCluster = settings.shape.REDIS_CLUSTER.safeParse(given.REDIS_CLUSTER).data ?? false;
  const cluster = isCluster || address.hosts.length > 1;
  const mistakes: [boolean, string, string][] = [
    [cluster && address.db !== 0, 'REDIS_URL', 'names a database, but a cluster has only database 0'],
    [
      cluster && given.REDIS_SENTINELS !== undefined,
      'REDIS_SENTINELS',
      'is for a single master: leave it out with a cluster (REDIS_CLUSTER, or several hosts in REDIS_URL)',
    ],
    [
      given.REDIS_TLS_CA !== undefined &&
        ![given.REDIS_URL, given.REDIS_SENTINELS].some((text) => text?.startsWith('rediss:')),
      'REDIS_TLS_CA',
      'needs TLS: REDIS_URL must start with rediss://',
    ],
  ];
  return mistakes.flatMap(([is, name, message]) => (is ? [{ name, message }] : []));
}

export type Config = z.infer<typeof settings>;

/** The values that must not appear in a log. */
export function secretsOf(config: Config): string[] {
  const { SLACK_SIGNING_SECRET, SLACK_CLIENT_SECRET, SOCIAL_API_KEY, SECRETS_KEY, AUDIT_KEY } = config;
  const { REDIS_URL, REDIS_SENTINELS, METRICS_TOKEN } = config;
  return [
    SLACK_SIGNING_SECRET,
    SLACK_CLIENT_SECRET,
    SOCIAL_API_KEY,
    AUDIT_KEY,
    METRICS_TOKEN,
    ...[REDIS_URL, REDIS_SENTINELS].flatMap(passwordsIn),
    ...(SECRETS_KEY?.split(',') ?? []),
  ].filter((secret) => secret !== undefined);
}

/** The names of all settings, for the test of the documentation. */
export const settingNames = Object.keys(settings.shape);

const auditSettings = settings.pick({
  REDIS_URL: true,
  REDIS_CLUSTER: true,
  REDIS_SENTINELS: true,
  REDIS_TLS_CA: true,
  REDIS_PREFIX: true,
  AUDIT_DAYS: true,
  AUDIT_KEY: true,
});

/** One or more settings are missing or wrong; the message lists all of them. */
export class ConfigError extends Error {
  readonly problems: readonly SettingProblem[];

  constructor(problems: SettingProblem[]) {
    const lines = problems.map(({ name, message }) => `  - ${name} ${message}`);
    super(["Presscheck can't start with these settings:", ...lines].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Earlier names of settings, which still work. */
const earlierNames: Readonly<Record<string, string>> = {
  LOOK_INTERVAL_MS: 'RECONCILE_INTERVAL_MS',
  FREEZE_INTERVAL_MS: 'PAUSE_CHECK_INTERVAL_MS',
};

/** An empty value counts as absent. The value is never repeated in a problem: it may be a secret. */
function read<Read>(
  schema: z.ZodType<Read>,
  names: readonly string[],
  environment: Record<string, string | undefined>,
  mistakesOf: (given: Record<string, string | undefined>) => SettingProblem[] = () => [],
): Read {
  const files = withFiles(environment, names);
  const set = Object.entries(files.environment).filter(([, value]) => value !== '');
  const underEarlier = set.map(([name, value]) => [earlierNames[name] ?? '', value] as const);
  const given = Object.fromEntries([...underEarlier, ...set].filter(([name]) => names.includes(name)));
  const parsed = schema.safeParse(given);
  const mistakes = mistakesOf(given);
  if (parsed.success && mistakes.length === 0 && files.problems.length === 0) return parsed.data;
  const unread = new Set(files.problems.map(({ name }) => name));
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    const absent = given[name] === undefined && path.length > 0 && !message.startsWith('is ');
    return { name, message: absent ? 'is missing' : message };
  });
  throw new ConfigError([
    ...files.problems,
    ...[...problems, ...mistakes].filter(({ name }) => !unread.has(name)),
  ]);
}

/** What's wrong with the value of one setting, in the words of a start; `undefined` if it's fine. */
export const mistakeIn = (
  name: 'COMMAND_PREFIX' | 'PUBLIC_URL' | 'POST_URL_PATTERN',
  value: string,
): string | undefined => settings.shape[name].safeParse(value).error?.issues[0]?.message;

/**
 * Reads the settings from an environment, and from the files that it names (`…_FILE`). Throws `ConfigError`.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  return read(settings, settingNames, environment, mistakesAcrossSettings);
}

/** Reads only the settings that the audit trail needs: mistakes in Slack's and the service's don't matter. */
export function readAuditSettings(environment: Record<string, string | undefined>) {
  return read(auditSettings, Object.keys(auditSettings.shape), environment);
}

/** Checked separately, since zod skips what depends on several settings while one of them is wrong. */
const mistakesAcrossSettings = (given: Record<string, string | undefined>): SettingProblem[] => [
  ...accountMistakes(given),
  ...signingMistakes(given),
  ...plainTextMistakes(given),
  ...redisMistakes(given),
];

function signingMistakes(given: Record<string, string | undefined>): SettingProblem[] {
  if (given.ROLE === 'worker' || given.SLACK_APP_TOKEN || given.SLACK_SIGNING_SECRET) return [];
  const message = 'is missing (HTTP needs it; for Socket Mode, set SLACK_APP_TOKEN, xapp-…, instead)';
  return [{ name: 'SLACK_SIGNING_SECRET', message }];
}

/**
 * The settings of either one workspace, by its token and key, or many by OAuth, which get theirs from Slack.
 */
function accountMistakes(given: Record<string, string | undefined>): SettingProblem[] {
  const many = Boolean(given.SLACK_CLIENT_ID || given.SLACK_CLIENT_SECRET);
  const all = (names: string[], is: boolean, message: string): SettingProblem[] =>
    names.flatMap((name) => (Boolean(given[name]) === is ? [{ name, message }] : []));
  if (!many) return all(['SLACK_BOT_TOKEN', 'SOCIAL_API_KEY'], false, 'is missing');
  const needed = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SECRETS_KEY'];
  if (given.ROLE !== 'worker') needed.push('PUBLIC_URL');
  return [
    ...all(needed, false, 'is missing (needed to serve many workspaces)'),
    ...all(
      ['SLACK_BOT_TOKEN', 'SOCIAL_API_KEY'],
      true,
      'is for a single workspace: leave it out with SLACK_CLIENT_ID, because each workspace has its own',
    ),
    ...all(
      ['SLACK_APP_TOKEN'],
      true,
      'is for Socket Mode, but SLACK_CLIENT_ID needs HTTP: leave out one of them',
    ),
  ];
}
