/** 200 users who click the same button at once, served by two bots. */
import type { Chat } from '#sandbox/chat/start.ts';
import { type ClickResult, clickAtOnce, clickersFor } from '#test/faults/clicks-at-once.ts';
import { eventually } from '#test/support/eventually.ts';
import { submits } from '#test/support/user-actions.ts';
import { channelOf } from './channels.ts';
import { channelCount } from './plan.ts';
import type { Judged } from './promises.ts';

export const clickers = clickersFor(200);
const withinMs = 10_000;
const button = 'Approve & publish';

/** With no more faults, many users click the same button at once. */
export async function judgeClicksAtOnce(
  chat: Chat,
  breaks: Judged['breaks'],
): Promise<ClickResult | undefined> {
  try {
    const first = chat.user(clickers[0]?.name ?? '');
    const channel = channelOf(channelCount - 1);
    const profiles = [`Instagram · brand.${channelCount}`];
    await submits(first, '/post Words for a crowd', { in: channel, fill: { 'Social profiles': profiles } });
    const card = await eventually(
      () =>
        chat
          .messages(channel)
          .findLast(({ buttons, text }) => text.includes('Words for a crowd') && buttons.includes(button)) ??
        null,
      { withinMs: 30_000 },
    );
    const pressed = await clickAtOnce(chat, card, clickers);
    if (pressed.tookMs > withinMs) breaks('crowd', `it took ${Math.round(pressed.tookMs)} ms`);
    return pressed;
  } catch (cause) {
    breaks('crowd', String(cause));
    return undefined;
  }
}
