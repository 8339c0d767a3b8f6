/** 200 people who press one button at once, in front of two bots. */
import type { Chat } from '#sandbox/chat/start.ts';
import { type CrowdHeard, crowdOf, pressTogether } from '#test/faults/crowd.ts';
import { eventually } from '#test/support/eventually.ts';
import { asks } from '#test/support/people.ts';
import { channelOf } from './places.ts';
import { places } from './plan.ts';
import type { Judged } from './promises.ts';

export const crowd = crowdOf(200);
const withinMs = 10_000;
const button = 'Approve & publish';

/** Everything works again, and many press one button at once. */
export async function pressAtOnce(chat: Chat, breaks: Judged['breaks']): Promise<CrowdHeard | undefined> {
  try {
    const first = chat.person(crowd[0]?.name ?? '');
    const channel = channelOf(places - 1);
    const profiles = [`Instagram · brand.${places}`];
    await asks(first, '/post Words for a crowd', { in: channel, fill: { 'Social profiles': profiles } });
    const card = await eventually(
      () =>
        chat
          .messages(channel)
          .findLast(({ buttons, text }) => text.includes('Words for a crowd') && buttons.includes(button)) ??
        null,
      { withinMs: 30_000 },
    );
    const pressed = await pressTogether(chat, card, crowd);
    if (pressed.tookMs > withinMs) breaks('crowd', `it took ${Math.round(pressed.tookMs)} ms`);
    return pressed;
  } catch (cause) {
    breaks('crowd', String(cause));
    return undefined;
  }
}
