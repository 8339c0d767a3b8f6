/** Checks one mutated delivery. */
import assert from 'node:assert/strict';
import { parse } from 'node:querystring';
import { newId } from '#sandbox/chat/ids.ts';
import { bodyLimitBytes, connectionCheckBytes } from '#src/platform/slack/verifying-receiver.ts';
import type { BotProcess } from '#test/support/process.ts';
import { mayHaveEffect } from './allowed-effects.ts';
import type { Effects } from './effects.ts';
import { bodyOf, type Case } from './mutations.ts';
import { type Answer, send, signed } from './raw-http.ts';
import type { Sample } from './record-samples.ts';

export const workspace = 'T0PRESS';

export interface Target {
  bot: Pick<BotProcess, 'alive' | 'output'>;
  port: number;
  secret: string;
  effects: Effects;
}

export interface Counts {
  /** The number of responses by status. 0: the connection was closed without one. */
  answers: Record<string, number>;
  /** Deliveries that had an effect, and those that might have had one. */
  effects: number;
  mightHave: number;
}

const unchanged = (sample: number): Case => ({
  sample,
  fields: [],
  bytes: { how: 'none', at: 0, bytes: '', times: 1 },
  trust: 'replayed',
  awaySeconds: 0,
  contentType: undefined,
  headers: {},
  length: 'right',
});

/** Forms of settings and of a campaign review have an effect only with the next submission. */
const hasEffect =
  /submission "(?!connect|settings"|settings\.brand"|campaign\.review(?!\.check))|approve|card\.undo|publish-now|unschedule|switch/;

/** Loading the same options twice within a second is a legitimate repeat. */
const mayRepeat = (body: Buffer | string): boolean => body.includes('%22block_suggestion%22');

/** Checks that each unchanged sample is accepted and takes effect once. Otherwise its mutations would prove nothing. */
export async function checkUnchanged(target: Target, samples: Sample[]): Promise<void> {
  for (const [i, sample] of samples.entries()) {
    const counts: Counts = { answers: {}, effects: 0, mightHave: 0 };
    await check(target, sample, unchanged(i), counts);
    assert.deepEqual(counts.answers, mayRepeat(sample.body) ? { 200: 2 } : { 200: 1, 401: 1 }, sample.name);
    if (hasEffect.test(sample.name)) assert.equal(counts.effects, 1, `${sample.name} did nothing`);
  }
}

/** Sends a case and throws if the bot handles it wrongly. */
export async function check(target: Target, sample: Sample, one: Case, counts: Counts): Promise<void> {
  const id = newId('V0');
  const placed = sample.card?.replaceAll(sample.fresh ?? id, id);
  const body = bodyOf(sample, one, id);
  const contentType = one.contentType ?? sample.contentType;
  const headers = {
    'content-type': contentType,
    ...signed(target.secret, body, one.trust, one.awaySeconds),
    ...one.headers,
  };
  const whole =
    one.length === 'right' || one.length === 'chunked' || (one.length === 'short' && body.length === 0);
  const known = one.trust === 'signed' || one.trust === 'replayed';
  const trusted = known && whole && !('x-slack-request-timestamp' in one.headers);
  const allowed = trusted && mayHaveEffect(body, contentType, workspace);
  const deliver = async (): Promise<{ answer: Answer; effects: string[] }> => {
    if (placed) await target.effects.storeCard(id, placed);
    const answer = await send(target.port, body, headers, one.length);
    counts.answers[answer.status] = (counts.answers[answer.status] ?? 0) + 1;
    return { answer, effects: await target.effects.takeChanges(id, placed) };
  };
  if (allowed) {
    counts.mightHave += 1;
    if (sample.name.startsWith('/'))
      target.effects.expectLater(id, new URLSearchParams(body.toString()).get('text') ?? '');
  }
  try {
    const { answer, effects: operations } = await deliver();
    if (operations.length > 0) counts.effects += 1;
    // a request refused before it's fully read can be reset before the response arrives
    const readCompletely = whole && body.length <= bodyLimitBytes && !('cookie' in one.headers);
    assert.ok(isAnswer(answer, readCompletely), `the response was ${answer.status}`);
    if (!trusted) assertRefused(answer, body);
    if (!allowed) assert.deepEqual(operations, [], 'it had an effect although it must not');
    if (one.trust === 'replayed' && trusted && answer.status < 413) {
      const again = await deliver();
      const { status } = again.answer;
      assert.ok(status === 401 || mayRepeat(body), `the repeated delivery got ${status}`);
      assert.deepEqual(again.effects, [], 'the repeated delivery had an effect');
    }
    assert.ok(target.bot.alive(), 'the process exited');
  } catch (cause) {
    const said = target.bot.alive() ? '' : `\nThe process exited: ${target.bot.output().slice(-1_500)}`;
    throw new Error(`${String(cause)}\n${sample.name}: ${body.toString().slice(0, 1_500)}${said}`, { cause });
  }
}

function isAnswer({ status }: Answer, readCompletely: boolean): boolean {
  return status === 200 || (status >= 400 && status < 500) || (status === 0 && !readCompletely);
}

function assertRefused({ status, body }: Answer, sent: Buffer): void {
  // Slack's `ssl_check` request has no signature
  if (sent.length <= connectionCheckBytes && parse(sent.toString()).ssl_check === '1') return;
  assert.notEqual(status, 200, 'it was accepted without a valid signature');
  if (status === 401) assert.equal(body, '');
}
