/** Bad input, one row for each limit: what is entered, and what a person then reads at which field. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Entry } from '#sandbox/chat/people/values.ts';
import { type StartedBot, startBot } from './bot.ts';

export interface Limit {
  what: string;
  command: string;
  fill?: Record<string, Entry>;
  /** The messages, by the label of the field. */
  says: Record<string, RegExp>;
  seed?: 'demo' | 'one-brand';
}

/** One bot for all rows of a table that share a seed; nothing that a row enters may be taken. */
export function refuses(limits: readonly Limit[]): void {
  for (const { what, command, fill = {}, says, seed = 'one-brand' } of limits) {
    test(`${command.slice(0, 12).split(' ')[0]} refuses ${what} at its field, and nothing is recorded or sent`, async (t) => {
      const started = await startBot(t, { service: { seed } });
      const { ana } = started;
      await ana.types(command, { in: 'social' });
      const modal = await ana.seesModal(/^New/);
      await modal.fill(fill);
      const { closed, errors, trouble } = await modal.submit();
      assert.equal(closed, false);
      assert.equal(trouble, undefined);
      assert.deepEqual(Object.keys(errors), Object.keys(says));
      for (const [field, message] of Object.entries(says)) assert.match(errors[field] ?? '', message);
      await nothingHappened(t, started);
    });
  }
}

/** No card, no request of the service that makes something, and no message. */
export async function nothingHappened(_t: TestContext, { bot, chat, service }: StartedBot): Promise<void> {
  // a stop waits for every listener and job, so that nothing can still be on its way
  await bot.stop();
  assert.deepEqual(
    service.requests.filter(({ method }) => method !== 'GET'),
    [],
  );
  assert.deepEqual(
    chat.calls.filter(({ method }) => method.startsWith('chat.')),
    [],
  );
}
