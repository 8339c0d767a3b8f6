/** A worker that dies at a step between two effects, or of `kill -9`, and one that carries on. */
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

/** The bot that answers people; its workers come and go. This service would publish a published post again. */
export function startWithoutWorker(t: TestContext, variants: Partial<Variants> = {}): Promise<StartedBot> {
  return startBot(t, {
    settings: { ROLE: 'bot', REQUEST_TIMEOUT_MS: '1500' },
    service: { variants: { republish: 'accepted', ...variants } },
  });
}

/** The bot that a worker belongs to, and how far ahead its clock is. */
interface WorkerOptions extends Pick<StartedBot, 'settings'> {
  aheadMs?: () => number;
}

const nowOf =
  (aheadMs = () => 0) =>
  (): number =>
    Date.now() + aheadMs();

/**
 * A worker that dies at this step, or at `kill`, as far as anything around it can tell: Redis and the service lose it, and nothing that it does
 * afterwards reaches them, nor Slack, as it asks Redis before. It lives in this process, which costs a tenth of a process of its own.
 */
export async function startWorkerDyingAt(
  t: TestContext,
  { settings, aheadMs }: WorkerOptions,
  step?: string,
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
    if (at === step) kill();
    if (!isDead) return;
    await testEnds.promise;
    throw new Error(`it died at ${step ?? at}`);
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
    // without Redis it would take ten seconds to stop
    redis.restore();
    await (await starting).stop();
    redis.close();
    service.close();
  });
  // it may be over before it has started
  await Promise.race([starting, death.promise]);
  return { ended: death.promise, kill };
}

/** A worker in a process of its own, for `kill -9`. */
export async function startKillableWorker(
  t: TestContext,
  { settings, aheadMs = () => 0 }: WorkerOptions,
): Promise<{ ended: Promise<void>; kill(): void }> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-steps-'));
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

/** Asks for it with this command. */
export async function request(
  { ana }: StartedBot,
  command: string,
  fill: Record<string, string> = {},
): Promise<void> {
  assert.deepEqual((await submits(ana, `${command} Words of a person`, { fill })).errors, {});
}
