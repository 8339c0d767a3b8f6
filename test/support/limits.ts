/** Invalid input, one row per limit: what is entered, and the error at each field. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Entry } from '#sandbox/chat/driver/field-values.ts';
import { type StartedBot, startBot } from './bot.ts';

export interface Limit {
  what: string;
  command: string;
  fill?: Record<string, Entry>;
  /** The messages, by the label of the field. */
  says: Record<string, RegExp>;
  seed?: 'demo' | 'one-brand';
}

/** Tests each row with one bot per seed. No input of any row may be accepted. */
export function refuses(limits: readonly Limit[]): void {
  for (const [seed, rows] of Map.groupBy(limits, (limit) => limit.seed ?? 'one-brand')) {
    const commands = new Set(rows.map(({ command }) => command.split(' ')[0]));
    test(`${[...commands].join()} refuses ${rows.length} wrong entries at their fields (${seed})`, async (t) => {
      const started = await startBot(t, { service: { seed } });
      const { ana } = started;
      for (const { what, command, fill = {}, says } of rows) {
        const modal = await ana.opens(command, /^New/);
        const { closed, errors, connectionError: trouble } = await modal.submit(fill);
        assert.equal(closed, false, what);
        assert.equal(trouble, undefined, what);
        assert.deepEqual(Object.keys(errors), Object.keys(says), what);
        for (const [field, message] of Object.entries(says)) assert.match(errors[field] ?? '', message, what);
        await modal.close();
      }
      await nothingHappened(t, started);
    });
  }
}

/** Field states as Slack sends them, and the bot's error for an option that it doesn't offer. */
export const forged = {
  text: (value: string | null) => ({ x: { type: 'plain_text_input', value } }),
  choice: (value: string) => ({
    x: { type: 'static_select', selected_option: { value, text: { type: 'plain_text', text: value } } },
  }),
  notOffered: 'That isn’t on the list. Choose again.',
};

/**
 * Sends submissions that no Slack client would, because clients enforce number ranges and options. None may be accepted.
 * `values`: by block ID; the brand is already chosen. Resolves to the errors of each by block ID.
 */
export async function submitsForged(
  t: TestContext,
  command: string,
  submissions: readonly Record<string, unknown>[],
): Promise<Record<string, string>[]> {
  const started = await startBot(t);
  const { ana, chat } = started;
  const modal = await ana.opens(command, /^New/);
  const brand = { value: 'brand-1', text: { type: 'plain_text', text: 'Northwind Coffee' } };
  const said: Record<string, string>[] = [];
  for (const values of submissions) {
    const { body } = await chat.deliver.interaction({
      type: 'view_submission',
      view: {
        id: modal.id,
        type: 'modal',
        callback_id: command.slice(1),
        private_metadata: modal.privateMetadata,
        blocks: modal.blocks,
        state: {
          values: { brand: { brand: { type: 'external_select', selected_option: brand } }, ...values },
        },
      },
    });
    said.push((body as { errors?: Record<string, string> } | undefined)?.errors ?? {});
  }
  await nothingHappened(t, started);
  return said;
}

/** Asserts that there's no card, no request that creates anything, and no message. */
export async function nothingHappened(_t: TestContext, { bot, chat, service }: StartedBot): Promise<void> {
  // stopping waits for all listeners and jobs, so nothing is still in progress
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
