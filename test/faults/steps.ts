/** A worker that dies at a step between two effects, and one that carries on: for the matrix of steps and effects. */
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
import { eventually } from '#test/support/eventually.ts';

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

const steps = [
  { what: 'before it was sent', step: 'noted', made: 0 },
  { what: 'while it was on its way', delayed: true, made: 1 },
  { what: 'after the effect, before the answer was noted', step: 'answered', made: 1 },
  { what: 'after the answer was noted', step: 'recorded', made: 1 },
] as const;

export function testEveryStep(operation: EffectUnderTest): void {
  describe(`a worker that dies at ${operation.name}`, { concurrency: 4 }, () => {
    for (const at of steps) {
      test(`${at.what}: another carries on, and nothing is made twice`, async (t) => {
        const bot = await startWithoutWorker(t);
        const { service } = bot;
        const made = (): number =>
          operation.name === 'publish' ? service.publishes() : service.creations() + service.generations();
        if (!('step' in at)) service.faults.add({ on: operation.on, kind: 'delay', ms: 1_000 });
        const dying = await startDying(t, bot, 'step' in at ? `${operation.name} ${at.step}` : undefined);
        await operation.begin(bot);
        if ('delayed' in at) {
          await eventually(() => assert.equal(service.requestsTo(operation.on).length, 1));
          dying.kill();
        }
        await dying.ended;
        await startAnother(t, bot);
        const card = await seesCard(bot, at.made === 1 ? operation.ends : /Outcome unknown/);
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

interface Dying {
  ended: Promise<unknown>;
  kill(): void;
}

/** A worker in a process of its own that ends itself at this step, with `kill -9`. */
export async function startDying(
  t: TestContext,
  { settings }: StartedBot,
  step: string | undefined,
): Promise<Dying> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let over = false;
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-steps-'));
  const member = startMember({
    role: 'worker',
    which: 0,
    port: await freePort(),
    settings,
    folder,
    once: true,
    killed() {
      over = true;
      resolve();
    },
    surprised: (how) => reject(new Error(how)),
  });
  t.after(async () => {
    await member.stop();
    await rm(folder, { recursive: true });
  });
  if (step !== undefined) member.arm(step);
  // it may be over before anybody looked
  await eventually(() => member.ready || over);
  return { ended, kill: () => member.kill() };
}

export async function startAnother(
  t: TestContext,
  { settings }: Pick<StartedBot, 'settings'>,
): Promise<Presscheck> {
  const config = readConfig({ ...settings, ROLE: 'worker', PORT: '0' });
  const other = await startPresscheck(config, pino({ level: 'silent' }));
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
