/** Checks everything that Presscheck needs, and says for each check what the result is and how to fix it. */
import { type Config, settingNames } from '#src/app/config.ts';
import { withFiles } from '#src/app/settings-files.ts';
import { passwordsIn } from '#src/platform/redis/redis-address.ts';
import { type Finding, notChecked, wordsOf } from './finding.ts';
import { checkPort } from './port.ts';
import { probe } from './probe.ts';
import { openQuota } from './quota.ts';
import { checkRedis } from './redis.ts';
import { checkService, serviceNeeds } from './service.ts';
import { checkSettings, type Environment } from './settings.ts';
import { checkSlack } from './slack.ts';

export interface DoctorOptions {
  environment: Environment;
  /** Also find out which form each open fact has. */
  probe?: boolean;
  /** A workflow to read, because the service has no list of them. */
  workflow?: string | undefined;
  /** Epoch ms. */
  now?: () => number;
}

export interface Diagnosis {
  /** Whether something doesn't work. */
  ill: boolean;
  /** The text for people, without color and without any secret. */
  text: string;
}

export async function examine({
  environment,
  probe: probing = false,
  workflow,
  now = Date.now,
}: DoctorOptions): Promise<Diagnosis> {
  const { findings, config, wrong } = checkSettings(environment);
  const opening = openQuota(config, wrong, now);
  try {
    const groups = await Promise.all([
      findings,
      checkSlack(config, wrong, now),
      checkRedis(config, wrong),
      checkPort(config, wrong),
      opening.then((quota) => checkService(config, wrong, { now, workflow, quota })),
    ]);
    const all = groups.flat();
    const lines = all.flatMap((finding, at) => linesOf(finding, all[at + 1]));
    const options = { now, workflow, quota: await opening };
    if (probing) lines.push('', ...(await probedLines(config, wrong, options)));
    lines.push('', summaryOf(all));
    const ill = all.some(({ state }) => state === '✖');
    return { ill, text: withoutSecrets(`${lines.join('\n')}\n`, environment) };
  } finally {
    (await opening).close();
  }
}

/** If several findings in a row have the same fix, it's printed once, below the last one. */
function linesOf({ state, name, says, fix }: Finding, next: Finding | undefined): string[] {
  return [`${state} ${name}: ${oneLine(says)}`, ...(fix && fix !== next?.fix ? [`    → ${fix}`] : [])];
}

function summaryOf(findings: Finding[]): string {
  const wrong = findings.filter(({ state }) => state === '✖').length;
  const doubts = findings.filter(({ state }) => state === '!').length;
  if (wrong > 0) return `${wrong} of ${findings.length} must be fixed.`;
  return doubts > 0
    ? `Presscheck can run. ${doubts === 1 ? '1 check needs' : `${doubts} checks need`} your attention.`
    : 'Everything works.';
}

async function probedLines(
  config: Config,
  wrong: ReadonlySet<string>,
  options: Parameters<typeof probe>[1],
): Promise<string[]> {
  const missing = serviceNeeds.filter((name) => wrong.has(name));
  if (missing.length > 0) return [`The open facts were ${notChecked('', missing).says}.`];
  if (config.SLACK_CLIENT_ID)
    return [
      "The open facts weren't checked: each workspace has its own API key.",
      '    → Leave out SLACK_CLIENT_ID and SLACK_CLIENT_SECRET this once, set SLACK_BOT_TOKEN and SOCIAL_API_KEY, and run this again.',
    ];
  try {
    const probed = await probe(config, options);
    const width = Math.max(...probed.map(({ fact }) => fact.length));
    return [
      'The open facts on this service (src/platform/publishing-api/open-facts.ts):',
      ...probed.map(({ fact, shape }) => `  ${fact.padEnd(width)}  ${oneLine(shape)}`),
    ];
  } catch (cause) {
    return [`Couldn't check the open facts: ${oneLine(wordsOf(cause))}`];
  }
}

/** Text from others must not look like our own lines, or control the terminal. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();

/** Removes secrets from what others, or a library's error about an address, said. */
function withoutSecrets(text: string, environment: Environment): string {
  const names = [
    'SLACK_BOT_TOKEN',
    'SLACK_SIGNING_SECRET',
    'SLACK_APP_TOKEN',
    'SOCIAL_API_KEY',
    'SLACK_CLIENT_SECRET',
    'SECRETS_KEY',
    'AUDIT_KEY',
  ];
  const settings = withFiles(environment, settingNames).environment;
  const secrets = [
    ...names.map((name) => settings[name] ?? ''),
    ...passwordsIn(settings.REDIS_URL),
    ...passwordsIn(settings.REDIS_SENTINELS),
  ]
    // something shorter isn't a secret, and removing it would break words apart
    .filter((secret) => secret.length >= 4)
    .sort((a, b) => b.length - a.length);
  return secrets.reduce((said, secret) => said.replaceAll(secret, '•••'), text);
}
