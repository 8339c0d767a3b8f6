/** A user of the demo's page, without a browser. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { textOfBlocks } from '#sandbox/chat/driver/shown-text.ts';
import type { ChatState, Message } from '#sandbox/chat/protocol.ts';
import { openPage } from '#test/chat/open-page.ts';
import { startDemo } from './demo.ts';

const social = 'C0SOCIAL';

export const textOf = ({ blocks, text }: Message): string =>
  blocks.length > 0 ? textOfBlocks(blocks) : text;
export const inSocial = (state: ChatState): Message[] => state.messages[social] ?? [];
export const find = (state: ChatState, words: RegExp): Message | undefined =>
  inSocial(state).find((one) => words.test(textOf(one)));

/** Starts `npm run demo`, with Ana on its page. */
export async function openDemo(t: TestContext, flags: string[] = []) {
  const { demo, ended, folder, output } = await startDemo(t, flags, { DEMO_PORT: '0' });
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0] ?? '';
  const ana = await openPage(t, address, 'U0ANA');
  /** Sends a request that the bot accepts only if its signature is less than five minutes old. */
  const reachesBot = async (word: string): Promise<void> => {
    assert.deepEqual(await ana.act('command', { channel: social, text: `/social nonsense-${word}` }), {
      ok: true,
    });
    await ana.shows((state) =>
      inSocial(state).some((one) => one.privateTo === 'U0ANA' && textOf(one).includes(`nonsense-${word}`)),
    );
  };
  return { ana, demo, ended, folder, isHeard: reachesBot, output };
}

/** Clicks the first button with this text. */
export async function pressButton(
  ana: Awaited<ReturnType<typeof openPage>>,
  card: Message,
  text: RegExp,
): Promise<void> {
  const [found] = card.blocks.flatMap((block) =>
    block.type === 'actions'
      ? block.elements.flatMap((one) =>
          one.type === 'button' && text.test(one.text.text)
            ? [{ blockId: block.block_id, actionId: one.action_id }]
            : [],
        )
      : [],
  );
  assert.ok(found, textOf(card));
  const container = { type: 'message', channel: social, ts: card.ts };
  assert.deepEqual(await ana.act('action', { container, ...found }), { ok: true });
}
