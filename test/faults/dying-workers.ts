/** Workers that die at a failpoint or with `kill -9`, and workers that replace them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { freePort } from '#sandbox/redis.ts';
import type { Variants } from '#sandbox/service/index.ts';
import { readConfig } from '#src/app/config.ts';
import { type Presscheck, startPresscheck } from '#src/main.ts';
import { startFleetProcess } from '#test/chaos/fleet-process.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { withLatency } from '#test/support/latency.ts';
import { startTcpProxy } from '#test/support/tcp-proxy.ts';
import { submits } from '#test/support/user-actions.ts';

/** Starts a bot without a worker; tests start and kill its workers. Its service would publish a published post twice. */
export function startWithoutWorker(t: TestContext, variants: Partial<Variants> = {}): Promise<StartedBot> {
  return startBot(t, {
    settings: { ROLE: 'bot', REQUEST_TIMEOUT_MS: '1500' },
    service: { variants: { republish: 'accepted', ...variants } },
  });
}

/** The bot that a worker belongs to, and how far its clock is ahead. */
interface WorkerOptions extends Pick<StartedBot, 'settings'> {
  aheadMs?: () => number;
}

const nowOf =
  (aheadMs = () => 0) =>
  (): number =>
    Date.now() + aheadMs();

/**
 * Starts a worker that dies at this failpoint, or at `kill`, from the outside: its connections to Redis and the service are cut, and
 * nothing that it does afterwards reaches them, or Slack, which it calls only after Redis. It runs in this process, which takes a
 * tenth of the CPU time of a separate one.
 */
export async function startWorkerDyingAt(
  t: TestContext,
  { settings, aheadMs }: WorkerOptions,
  failpoint?: string,
): Promise<{ ended: Promise<void>; kill(): void }> {
  const redis = await startTcpProxy(settings.REDIS_URL ?? '');
  const service = await startTcpProxy(settings.SOCIAL_API_URL ?? '');
  const death = Promise.withResolvers<void>();
  const testEnds = Promise.withResolvers<void>();
  let isDead = false;
  const kill = (): void => {
    if (isDead) return;
    isDead = true;
    redis.cut();
    service.cut();
    death.resolve();
  };
  const dies = async (at: string): Promise<void> => {
    if (at === failpoint) kill();
    if (!isDead) return;
    await testEnds.promise;
    throw new Error(`it died at ${failpoint ?? at}`);
  };
  const config = readConfig({
    ...settings,
    REDIS_URL: redis.url,
    SOCIAL_API_URL: service.url,
    ROLE: 'worker',
    PORT: '0',
  });
  const starting = startPresscheck(config, pino({ level: 'silent' }), withLatency(dies), nowOf(aheadMs));
  t.after(async () => {
    testEnds.resolve();
    // without Redis, stopping would take ten seconds
    redis.restore();
    await (await starting).stop();
    redis.close();
    service.close();
  });
  // it can die before it has started
  await Promise.race([starting, death.promise]);
  return { ended: death.promise, kill };
}

/** Starts a worker in its own process, for `kill -9`. */
export async function startKillableWorker(
  t: TestContext,
  { settings, aheadMs = () => 0 }: WorkerOptions,
): Promise<{ ended: Promise<void>; kill(): void }> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-workers-'));
  const member = startFleetProcess({
    role: 'worker',
    which: 0,
    port: await freePort(),
    settings: { ...settings, CLOCK_AHEAD_MS: String(aheadMs()) },
    folder,
    once: true,
    onKilled: () => resolve(),
    onUnexpectedEnd: (how) => reject(new Error(how)),
  });
  t.after(async () => {
    await member.stop();
    await rm(folder, { recursive: true });
  });
  await eventually(() => member.ready);
  return { ended, kill: () => member.kill() };
}

export async function startReplacement(
  t: TestContext,
  { settings, aheadMs }: WorkerOptions,
): Promise<Presscheck> {
  const config = readConfig({ ...settings, ROLE: 'worker', PORT: '0' });
  const other = await startPresscheck(config, pino({ level: 'silent' }), withLatency(), nowOf(aheadMs));
  t.after(() => other.stop());
  return other;
}

/** Requests a post with this command. */
export async function request(
  { ana }: StartedBot,
  command: string,
  fill: Record<string, string> = {},
): Promise<void> {
  assert.deepEqual((await submits(ana, `${command} Words of a person`, { fill })).errors, {});
}
