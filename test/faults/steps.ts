/** A worker that dies at a step between two effects, or of `kill -9`, and one that carries on: for the matrix of steps and effects. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import { freePort } from '#sandbox/redis.ts';
import type { Variants } from '#sandbox/service/index.ts';
import { readConfig } from '#src/app/config.ts';
import { type Presscheck, startPresscheck } from '#src/main.ts';
import { startMember } from '#test/chaos/member.ts';
import { asks } from '#test/support/asks.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { cardSays } from '#test/support/card-says.ts';
import { eventually } from '#test/support/eventually.ts';
import { slowly } from '#test/support/latency.ts';
import { startLine } from '#test/support/line.ts';
import { shareOf } from '#test/support/sweep.ts';

export interface EffectUnderTest {
  /** Its name in the steps and the ledger. */
  name: 'create' | 'generate' | 'campaign' | 'publish';
  on: string;
  /** Brings it about, up to the moment at which a worker has to take it up. */
  begin(bot: StartedBot): Promise<void>;
  /** What the card says when it was made. */
  ends: RegExp;
  /** Only a person may send it again. */
  again: string;
}

/** In the short form each has one of the steps. */
const operations: readonly EffectUnderTest['name'][] = ['create', 'generate', 'publish', 'campaign'];

const steps = [
  { what: 'before it was sent', step: 'noted', made: 0 },
  { what: 'while it was on its way', delayed: true, made: 1 },
  { what: 'after the effect, before the answer was noted', step: 'answered', made: 1 },
  { what: 'after the answer was noted', step: 'recorded', made: 1 },
] as const;

export function testEveryStep(operation: EffectUnderTest): void {
  const ats = shareOf(steps, { which: operations.indexOf(operation.name), of: operations.length });
  describe(`a worker that dies at ${operation.name}`, { concurrency: 4 }, () => {
    for (const at of ats) {
      test(`${at.what}: another carries on, and nothing is made twice`, async (t) => {
        const bot = await startWithoutWorker(t);
        const { service } = bot;
        const made = (): number =>
          operation.name === 'publish' ? service.publishes() : service.creations() + service.generations();
        if (!('step' in at)) service.faults.add({ on: operation.on, kind: 'delay', ms: 1_000 });
        if ('step' in at) {
          const dying = await startDying(t, bot, `${operation.name} ${at.step}`);
          await operation.begin(bot);
          await dying.ended;
        } else {
          const mortal = await startMortal(t, bot);
          await operation.begin(bot);
          await eventually(() => assert.equal(service.requestsTo(operation.on).length, 1));
          mortal.kill();
          await mortal.ended;
        }
        await startAnother(t, bot);
        const card = await seesCard(bot, at.made === 1 ? operation.ends : cardSays.unknown);
        if (at.made === 0)
          await eventually(() => assert.deepEqual(card.buttons, ['Check again', operation.again]));
        assert.equal(service.requestsTo(operation.on).length, at.made);
        assert.equal(made(), at.made);
        if (at.made === 1) return;
        await bot.cy.clicks(card, operation.again);
        await seesCard(bot, operation.ends);
        assert.equal(made(), 1);
      });
    }
  });
}

/** The bot that answers people; its workers come and go. This service would publish a published post again. */
export function startWithoutWorker(t: TestContext, variants: Partial<Variants> = {}): Promise<StartedBot> {
  return startBot(t, {
    settings: { ROLE: 'bot', REQUEST_TIMEOUT_MS: '1500' },
    service: { variants: { republish: 'accepted', ...variants } },
  });
}

/** The bot that a worker belongs to, and how far ahead its clock is. */
interface Beside extends Pick<StartedBot, 'settings'> {
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
export async function startDying(
  t: TestContext,
  { settings, aheadMs }: Beside,
  step?: string,
): Promise<{ ended: Promise<void>; kill(): void }> {
  const redis = await startLine(settings.REDIS_URL ?? '');
  const service = await startLine(settings.SOCIAL_API_URL ?? '');
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
    ...{ REDIS_URL: redis.url, SOCIAL_API_URL: service.url },
    ...{ ROLE: 'worker', PORT: '0' },
  });
  const starting = startPresscheck(config, pino({ level: 'silent' }), slowly(dies), nowOf(aheadMs));
  t.after(async () => {
    testEnds.resolve();
    // without Redis it would take ten seconds to stop
    redis.mend();
    await (await starting).stop();
    redis.close();
    service.close();
  });
  // it may be over before it has started
  await Promise.race([starting, death.promise]);
  return { ended: death.promise, kill };
}

/** A worker in a process of its own, for `kill -9`. */
export async function startMortal(
  t: TestContext,
  { settings, aheadMs = () => 0 }: Beside,
): Promise<{ ended: Promise<void>; kill(): void }> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-steps-'));
  const member = startMember({
    role: 'worker',
    which: 0,
    port: await freePort(),
    settings: { ...settings, CLOCK_AHEAD_MS: String(aheadMs()) },
    folder,
    once: true,
    killed: () => resolve(),
    surprised: (how) => reject(new Error(how)),
  });
  t.after(async () => {
    await member.stop();
    await rm(folder, { recursive: true });
  });
  await eventually(() => member.ready);
  return { ended, kill: () => member.kill() };
}

export async function startAnother(t: TestContext, { settings, aheadMs }: Beside): Promise<Presscheck> {
  const config = readConfig({ ...settings, ROLE: 'worker', PORT: '0' });
  const other = await startPresscheck(config, pino({ level: 'silent' }), slowly(), nowOf(aheadMs));
  t.after(() => other.stop());
  return other;
}

/** The card of the test, once it says this. */
async function seesCard({ chat }: StartedBot, says: RegExp): Promise<ShownMessage> {
  const cards = () => chat.messages('social').filter(({ thread }) => !thread);
  return eventually(() => cards().find(({ text }) => says.test(text)) ?? null);
}

/** Asks for it with this command. */
export async function askFor(
  { ana }: StartedBot,
  command: string,
  fill: Record<string, string> = {},
): Promise<void> {
  assert.deepEqual((await asks(ana, `${command} Words of a person`, { fill })).errors, {});
}
