/**
 * The demo, `npm run demo`: Redis, the publishing service, the team chat, and the real bot on this machine, with one address to
 * open. Everything is in a temporary folder and is cleaned up when this process ends, even if it's killed.
 *
 * `--workspaces` has two workspaces instead, into which the bot is installed by OAuth. `--without channels:history` leaves out an optional
 * scope, as a person who installs the bot can. `DEMO_PORT` sets the port of the page, `REDIS_URL` uses a Redis that is already running, and
 * `--verbose` shows the bot's log.
 *
 * `npm run dev` is the same with `--dev`: the bot restarts when its code changes, shows its log, and the page is always on port 4000,
 * so an open tab keeps working when the command itself is restarted. The port after it has a dashboard of the queues.
 */
import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotAllowed } from '#sandbox/chat/user-actions/not-allowed.ts';
import { readArguments } from '../scripts/arguments.ts';
import { withBackdatedBot } from './backdated-bot.ts';
import { type RunningBot, startBot } from './bot.ts';
import { startDemoClock } from './clock/demo-clock.ts';
import { startGuard } from './guard.ts';
import { startOneWorkspace } from './one-workspace.ts';
import { buildPage } from './page.ts';
import { quietQueues, wakeQueues } from './queues.ts';
import { manifestWithSteps } from './read-manifest.ts';
import { freePort, startRedis } from './redis.ts';
import { connectionProblem, removeKeys } from './redis-keys.ts';
import { startTwoWorkspaces } from './two-workspaces.ts';

/** The demo can't continue. The message is for the user. */
class DemoFailed extends Error {}

const { values: flags } = readArguments('npm run demo -- [--workspaces] [--without <scope>]… [--verbose]', {
  options: {
    verbose: { type: 'boolean', default: false },
    workspaces: { type: 'boolean', default: false },
    without: { type: 'string', multiple: true, default: [] },
    dev: { type: 'boolean', default: false },
  },
});
const devPort = 4000;

/** Starts everything, and registers each part's shutdown with `cleanup`, which runs them in reverse order. */
async function startDemo(
  cleanup: AsyncDisposableStack,
): Promise<{ welcome: string; broken: Promise<never> }> {
  const pagePort = Number(process.env.DEMO_PORT ?? (flags.dev ? devPort : 0));
  if (!Number.isInteger(pagePort) || pagePort < 0 || pagePort > 65_535)
    throw new DemoFailed('DEMO_PORT must be a whole number up to 65535, such as 4000.');
  const theirs = process.env.REDIS_URL;
  const trouble = theirs && (await connectionProblem(theirs));
  if (trouble)
    throw new DemoFailed(
      `The Redis of REDIS_URL does not answer: ${trouble}. Without REDIS_URL the demo starts one of its own.`,
    );
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-demo-'));
  const guard = startGuard(folder);
  cleanup.defer(() => guard.release());

  const clock = await startDemoClock(join(folder, 'clock.sock'));
  cleanup.defer(() => clock.close());
  await buildPage();
  const redis = theirs ? undefined : await startRedis({ appendOnly: true, within: { folder, guard } });
  if (redis) cleanup.defer(() => redis.stop());
  const redisUrl = redis?.url ?? theirs ?? '';
  // the user's own Redis may hold data of another Presscheck
  const prefix = `demo-${randomBytes(6).toString('hex')}`;
  if (!redis) cleanup.defer(() => removeKeys(redisUrl, prefix));
  const port = await freePort();
  const start = flags.workspaces ? startTwoWorkspaces : startOneWorkspace;
  // with two workspaces, each has its own service address
  const manifest = await manifestWithSteps(flags.workspaces ? undefined : 'http://127.0.0.1/posts/{id}');
  clock.onJump(() => wakeQueues(redisUrl, prefix));
  clock.onStop(() => quietQueues(redisUrl, prefix));
  const botUrl = `http://127.0.0.1:${port}`;
  let bot: RunningBot | undefined;
  const restartBot = async (): Promise<void> => {
    if (!bot) throw new NotAllowed('The bot is still starting.');
    if (!(await bot.restart())) throw new NotAllowed('The bot was ended, but didn’t start again in time.');
  };
  const place = { folder, manifest, declined: flags.without, clock, pagePort, botUrl, restartBot };
  const outside = await start(cleanup, place).catch((cause: NodeJS.ErrnoException) => {
    if (!pagePort || cause.syscall !== 'listen') throw cause;
    throw new DemoFailed(
      `Port ${pagePort} isn't free for the page. Set DEMO_PORT to another one. (${cause.message})`,
    );
  });

  const logFile = flags.verbose || flags.dev ? undefined : join(folder, 'bot.log');
  const settings = {
    ...outside.settings,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: prefix,
    PORT: `${port}`,
    // serves attached files to the page
    PUBLIC_URL: botUrl,
    WORKFLOW_STEPS: 'true',
  };
  await outside.playHistory?.((now, act) => withBackdatedBot({ settings, now, logFile }, act));
  const running = startBot({
    guard,
    folder,
    ...(logFile && { logFile }),
    settings,
    clock: clock.address,
    restartOnChange: flags.dev,
  });
  cleanup.defer(() => running.stop());
  bot = running;
  const broken = Promise.race([
    running.died.then((how) => failWithLog(`The bot ${how}.`, logFile)),
    ...(redis ? [redis.died.then((words) => failWithLog(`Redis ended by itself.\n${words}`))] : []),
  ]);
  const ready = await Promise.race([running.ready(), broken]);
  if (!ready) await failWithLog('The bot runs, but does not become ready.', logFile);
  await outside.play?.();
  return { welcome: `${outside.welcome}${await withQueues(cleanup, redisUrl, prefix, pagePort)}`, broken };
}

/** Adds the address of the queue dashboard, for developers. */
async function withQueues(
  cleanup: AsyncDisposableStack,
  redisUrl: string,
  prefix: string,
  pagePort: number,
): Promise<string> {
  if (!flags.dev) return '';
  const { startQueueDashboard } = await import('./queue-dashboard.ts');
  const dashboard = await startQueueDashboard({ redisUrl, prefix, port: pagePort && pagePort + 1 });
  cleanup.defer(() => dashboard.close());
  return `\nThe bot restarts when its code changes. Its queues: ${dashboard.url}\n`;
}

/** The folder is removed with the demo, so this moves the log out of it. */
async function failWithLog(sentence: string, logFile?: string): Promise<never> {
  if (!logFile) throw new DemoFailed(sentence);
  const kept = join(tmpdir(), `presscheck-bot-${Date.now()}.log`);
  await copyFile(logFile, kept);
  const lastLines = (await readFile(kept, 'utf8')).trimEnd().split('\n').slice(-15).join('\n');
  throw new DemoFailed(`${sentence} The last it said:\n\n${lastLines}\n\nThe whole log: ${kept}`);
}

/** Resolves on SIGINT, SIGTERM, or SIGHUP, or if npm was killed. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      // a second signal exits at once, and the guard cleans up
      process.once(signal, () => {
        resolve();
        process.once(signal, () => process.exit(1));
      });
    }
    // if npm was killed, it can't forward a signal, but our parent process changes
    const npm = /^(demo|dev)$/.test(process.env.npm_lifecycle_event ?? '') ? process.ppid : undefined;
    if (npm) setInterval(() => process.ppid !== npm && resolve(), 500).unref();
  });
}

async function run(): Promise<number> {
  const asked = interrupted();
  const cleanup = new AsyncDisposableStack();
  try {
    const started = startDemo(cleanup);
    const running = started.then(({ welcome, broken }) => {
      process.stdout.write(
        `${welcome}\nCtrl-C ends all of it. Nothing is kept, so the next start begins from scratch.\n`,
      );
      return broken;
    });
    await Promise.race([asked, running]);
    return 0;
  } catch (cause) {
    process.stderr.write(`\n${cause instanceof DemoFailed ? cause.message : (cause as Error).stack}\n`);
    return 1;
  } finally {
    await cleanup.disposeAsync();
  }
}

process.stderr.write('Starting…\n');
// a closed terminal must not stop the cleanup
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
const code = await run();
if (code === 0) process.stdout.write('Stopped.\n');
process.exit(code);
