/**
 * What Slack's command line does with a project's hooks, written from the source of slackapi/slack-cli v4.5.0 at
 * 2369f3e26bef79a5990a3b932f56545dde04b552; the tool itself was not run. Which hook there is, and how it is read: internal/hooks/sdk_config.go,
 * internal/hooks/hook_executor_default.go, internal/app/manifest.go. The shell, the flags and the environment: internal/hooks/hooks.go,
 * internal/hooks/shell.go, internal/goutils/map.go, internal/slackdotenv/slackdotenv.go. `slack run`: internal/pkg/platform/run.go and
 * localserver.go, internal/pkg/apps/install.go (`setAppEnvironmentTokens`), cmd/root.go.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import type slackHooks from '../../.slack/hooks.json';

type HookName = keyof (typeof slackHooks)['hooks'];
type Variables = Record<string, string | undefined>;
type Watched = { paths: string[]; 'filter-regex'?: string };

/** In the folder of a project, from a shell with these variables. */
export function createSlackCli(project: string, shell: Variables) {
  const read = (file: string) => readFileSync(join(project, file), 'utf8');
  const { hooks, config }: typeof slackHooks = JSON.parse(read('.slack/hooks.json'));
  if ('protocol-version' in config) throw new Error('only the default protocol is written here');

  function call(name: HookName, flags: Record<string, string>, given: Variables) {
    const written = Object.entries(flags).map(([flag, value]) => `--${flag}="${value}"`);
    const line = [...hooks[name].trim().split(/\s+/), ...written].join(' ');
    // read anew for each hook; the shell's own variables are stronger
    const saved = existsSync(join(project, '.env')) ? parseEnv(read('.env')) : {};
    return spawn(shell.SHELL || 'sh', ['-c', line], {
      cwd: project,
      env: { ...given, ...saved, ...shell },
      stdio: ['ignore', 'pipe', 'pipe'],
      // a group of its own, as a terminal gives it
      detached: true,
    });
  }

  /** The JSON that the hook answered, read as the tool reads it. Rejects with what was printed when the hook failed. */
  async function answer(name: HookName, flags: Record<string, string> = {}, given: Variables = {}) {
    const hook = call(name, flags, given);
    const [printed, complaint, [code]] = await Promise.all([
      ...[text(hook.stdout), text(hook.stderr)],
      once(hook, 'close'),
    ] as const);
    if (code !== 0) throw new Error(`the hook ${name} ended with ${code}: ${complaint}`);
    return printed.trim();
  }

  return {
    /** `slack doctor` and `slack upgrade`. */
    doctor: async () => JSON.parse(await answer('doctor')),
    checkUpdate: async () => JSON.parse(await answer('check-update')),

    /** `slack manifest`: what stands before the first brace is passed over, what stands behind the last is a mistake. */
    async manifest() {
      const given = { DENO_AUTH_TOKENS: '', SLACK_WORKSPACE: 'sandbox', SLACK_ENV: 'local' };
      const printed = await answer('get-manifest', { source: project }, given);
      return JSON.parse(printed.slice(printed.indexOf('{')));
    },

    /** `slack run`, once the app is installed and has these tokens. */
    run(bot: string, app: string) {
      shell = { SLACK_APP_TOKEN: app, SLACK_BOT_TOKEN: bot, ...shell };
      let output = '';
      const all: ChildProcess[] = [];
      const start = () => {
        const started = call('start', {}, { SLACK_CLI_XAPP: app, SLACK_CLI_XOXB: bot });
        for (const stream of [started.stdout, started.stderr])
          stream.on('data', (chunk: Buffer) => {
            output += chunk;
          });
        all.push(started);
        return started;
      };
      let hook = start();
      const alive = () => hook.exitCode === null && hook.signalCode === null;
      /** Tells the shell alone, and not what it started; kills the shell alone when that did not end it. */
      const stop = async () => {
        if (!alive()) return;
        const ended = once(hook, 'exit');
        hook.kill('SIGINT');
        const patience = setTimeout(() => hook.kill('SIGKILL'), 5_000);
        await ended;
        clearTimeout(patience);
      };
      const toGroup = (signal: NodeJS.Signals, of: ChildProcess = hook) => {
        try {
          process.kill(-Number(of.pid), signal);
        } catch (cause) {
          if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
        }
      };
      const isWatched = ({ paths, 'filter-regex': regex = '' }: Watched, path: string) =>
        paths.some((each) => path === each || path.startsWith(`${each}/`)) &&
        new RegExp(regex).test(basename(path));
      return {
        output: () => output,
        alive,
        /** A file of the project was written: resolves to what the tool did about it, once it did. */
        async sees(path: string): Promise<'nothing' | 'installed anew' | 'started anew'> {
          if (isWatched(config.watch.manifest, path)) return 'installed anew';
          if (!isWatched(config.watch.app, path)) return 'nothing';
          await stop();
          hook = start();
          return 'started anew';
        },
        /** Ctrl-C: the terminal tells the whole group, and the tool the shell again. */
        async interrupt() {
          toGroup('SIGINT');
          await stop();
        },
        /** Leaves nothing behind, also of a bot that outlived its shell. */
        async end() {
          const ended = alive() && once(hook, 'exit');
          for (const each of all) toGroup('SIGKILL', each);
          await ended;
        },
      };
    },
  };
}
