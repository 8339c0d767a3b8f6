/** The settings: all mistakes together, and which other checks are still possible. */
import { type Config, ConfigError, readConfig } from '#src/app/config.ts';
import { broken, type Finding, fine } from './finding.ts';

export type Environment = Record<string, string | undefined>;

export interface Settings {
  findings: Finding[];
  /** Complete, with harmless values for missing or wrong settings: check `wrong` before using a setting. */
  config: Config;
  /** The names of the settings that are missing or wrong. */
  wrong: ReadonlySet<string>;
}

const standIns: Environment = {
  SLACK_SIGNING_SECRET: 'none',
  SOCIAL_API_URL: 'http://localhost/v1',
  REDIS_URL: 'redis://localhost',
};
const ofOne: Environment = {
  SLACK_BOT_TOKEN: 'xoxb-none',
  SLACK_APP_TOKEN: 'xapp-none',
  SOCIAL_API_KEY: 'none',
};
const ofMany: Environment = {
  SLACK_CLIENT_ID: 'none',
  SLACK_CLIENT_SECRET: 'none',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  PUBLIC_URL: 'http://localhost',
};

const fix = 'Set it in the environment or in .env; docs/configuration.md lists all settings.';

export function checkSettings(environment: Environment): Settings {
  const findings: Finding[] = [];
  const wrong = new Set<string>();
  const many = Object.entries(environment).some(([name, value]) => value && name.startsWith('SLACK_CLIENT_'));
  const harmless = { ...standIns, ...(many ? ofMany : ofOne) };
  let readable = environment;
  // some mistakes only show once others are fixed
  for (;;) {
    try {
      const config = readConfig(readable);
      return wrong.size === 0
        ? { findings: [fine('Settings', 'complete and valid')], config, wrong }
        : { findings, config, wrong };
    } catch (cause) {
      if (!(cause instanceof ConfigError) || cause.problems.every(({ name }) => wrong.has(name))) throw cause;
      for (const { name, message } of cause.problems) {
        if (!wrong.has(name)) findings.push(broken(name, message, fix));
        wrong.add(name);
      }
      const placeholders = [...wrong].flatMap((name) => [
        [name, harmless[name]] as const,
        [`${name}_FILE`, undefined] as const,
      ]);
      readable = { ...environment, ...Object.fromEntries(placeholders) };
    }
  }
}
