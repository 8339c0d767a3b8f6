/** Checks Slack: whose token it is, which scopes it has, and whether Slack can reach the bot. */
import type { Config } from '#src/app/config.ts';
import { linkScopes, optionalScopes, scopes, slashName } from '#src/app/manifest.ts';
import { checkClock, type Heard, hear } from './clock.ts';
import { broken, doubtful, type Finding, fine, notChecked, wordsOf } from './finding.ts';

const withinMs = 10_000;

interface Answer {
  body: { ok?: unknown; error?: unknown; team?: unknown; user?: unknown };
  scopes: string[] | undefined;
  heard: Heard | undefined;
}

export async function checkSlack(
  config: Config,
  wrong: ReadonlySet<string>,
  now: () => number,
): Promise<Finding[]> {
  if (config.SLACK_CLIENT_ID) {
    const { PUBLIC_URL: url } = config;
    const from =
      url && !wrong.has('PUBLIC_URL') ? new URL('/slack/install', url) : '/slack/install below PUBLIC_URL';
    return [
      doubtful(
        'Slack',
        'not checked: each workspace has its own token, from its installation',
        `Install it from ${from}, then type ${slashName('social', config.COMMAND_PREFIX)} help there.`,
      ),
    ];
  }
  const forToken = ['SLACK_BOT_TOKEN', 'SLACK_API_URL'].filter((name) => wrong.has(name));
  const [bot, deliveries] = await Promise.all([
    forToken.length > 0 ? [notChecked('Slack token', forToken)] : checkToken(config, now),
    checkDeliveries(config, wrong, now),
  ]);
  return [...bot, ...deliveries];
}

async function checkDeliveries(
  config: Config,
  wrong: ReadonlySet<string>,
  now: () => number,
): Promise<Finding[]> {
  // Slack doesn't send anything to a worker
  if (config.ROLE === 'worker') return [];
  const forSocket = ['SLACK_APP_TOKEN', 'SLACK_API_URL'].filter((name) => wrong.has(name));
  if (forSocket.length > 0) return [notChecked('Socket Mode', forSocket)];
  if (wrong.has('SLACK_SIGNING_SECRET')) return [notChecked('HTTP', ['SLACK_SIGNING_SECRET'])];
  return [await checkWay(config, now)];
}

async function checkToken(config: Config, now: () => number): Promise<Finding[]> {
  const name = 'Slack token';
  try {
    const answer = await call(config, 'auth.test', config.SLACK_BOT_TOKEN ?? '', now);
    const { ok, error, team, user } = answer.body;
    const clock = checkClock('Slack', answer.heard);
    if (ok !== true) return [broken(name, `Slack says ${String(error)}`, newToken), clock];
    return [fine(name, `${String(user)} in ${String(team)}`), checkScopes(config, answer.scopes), clock];
  } catch (cause) {
    return [broken(name, `can't reach Slack: ${wordsOf(cause)}`, reach(config))];
  }
}

const newToken =
  "Copy the bot token from “OAuth & Permissions” in the app's settings to SLACK_BOT_TOKEN. If it was revoked, reinstall the app.";

const reach = (config: Config): string =>
  `Check SLACK_API_URL (${new URL(config.SLACK_API_URL).host}), and this machine's network and proxy.`;

const inThreads = (channels: string): string =>
  `in ${channels}, lgtm replies aren't recognized, campaign forms can't use the thread, and replaced messages stay as links`;

/** What doesn't work without an optional scope. */
const without: Record<(typeof optionalScopes)[number], string> = {
  'channels:history': inThreads('public channels'),
  'groups:history': inThreads('private channels'),
  'reactions:read': "✅ reactions aren't recognized",
};

/** Where the manifest of this installation is: another one would undo what its app is set up for. */
function manifestOf(config: Config): string {
  const { COMMAND_PREFIX: prefix, PUBLIC_URL: url, POST_URL_PATTERN: pattern } = config;
  const isHttp = config.SLACK_SIGNING_SECRET !== undefined && !config.SLACK_APP_TOKEN;
  const flags = [
    ...(prefix ? [`--prefix ${prefix}`] : []),
    ...(isHttp ? [`--url ${url ?? 'https://<your address>'}`] : []),
    ...(config.WORKFLOW_STEPS ? ['--steps'] : []),
    ...(pattern ? [`--post-url '${pattern}'`] : []),
  ];
  return flags.length > 0
    ? `what \`npm run --silent manifest -- ${flags.join(' ')}\` prints`
    : 'manifest.json (npm run manifest)';
}

function checkScopes(config: Config, granted: string[] | undefined): Finding {
  const name = 'Slack scopes';
  const pattern = config.POST_URL_PATTERN;
  if (!granted) return doubtful(name, 'Slack did not list them', 'Compare them with manifest.json.');
  const requested: readonly string[] = [...scopes, ...(pattern ? linkScopes : [])];
  const declined = optionalScopes.filter((scope) => !granted.includes(scope));
  const missing = requested.filter(
    (scope) => !granted.includes(scope) && !declined.some((one) => one === scope),
  );
  const more = granted.filter((scope) => !requested.includes(scope));
  if (missing.length > 0)
    return broken(
      name,
      `missing: ${missing.join(', ')}`,
      `Paste ${manifestOf(config)} into “App Manifest” in the app's settings, then reinstall the app.`,
    );
  if (declined.length > 0)
    return doubtful(
      name,
      `all required scopes are granted; optional scopes missing: ${declined.map((scope) => `${scope} (${without[scope]})`).join(', ')}`,
      'To change that, reinstall the app and grant them. docs/slack-app.md says what each is for.',
    );
  if (more.length > 0)
    return doubtful(
      name,
      `all granted, and some that Presscheck doesn't use: ${more.join(', ')}`,
      'Remove them under “OAuth & Permissions”, unless another program uses the same app.',
    );
  return fine(name, requested.join(', '));
}

async function checkWay(config: Config, now: () => number): Promise<Finding> {
  const name = 'Socket Mode';
  const token = config.SLACK_APP_TOKEN;
  if (!token)
    return fine(
      'HTTP',
      `no SLACK_APP_TOKEN, so Slack must be able to reach /slack/events on port ${config.PORT} over https; only Slack can test that and the signing secret`,
    );
  try {
    const { body } = await call(config, 'apps.connections.open', token, now);
    if (body.ok === true) return fine(name, 'Slack offers a connection');
    return broken(
      name,
      `Slack says ${String(body.error)}`,
      'Create an app-level token with connections:write under “Basic Information”, copy it to SLACK_APP_TOKEN, and turn on Socket Mode.',
    );
  } catch (cause) {
    return broken(name, `can't reach Slack: ${wordsOf(cause)}`, reach(config));
  }
}

/** Calls Slack without its client, because it needs the headers `x-oauth-scopes` and `date`. */
async function call(config: Config, method: string, token: string, now: () => number): Promise<Answer> {
  const sent = now();
  const answer = await fetch(new URL(method, config.SLACK_API_URL.replace(/\/*$/, '/')), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(withinMs),
  });
  const heard = hear(answer.headers, sent, now());
  const body: unknown = await answer.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null) throw new Error(`it answered ${answer.status} without JSON`);
  const granted = answer.headers.get('x-oauth-scopes');
  return { body, heard, scopes: granted?.split(',').map((scope) => scope.trim()) };
}
