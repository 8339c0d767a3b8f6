/** 200 people who press one button at once, in front of two bots. */
import assert from 'node:assert/strict';
import type { Chat } from '#sandbox/chat/start.ts';
import { type CrowdHeard, crowdOf, pressTogether } from '#test/faults/crowd.ts';
import { eventually } from '#test/support/eventually.ts';
import { channelOf, personName } from './places.ts';
import { places } from './plan.ts';
import type { Judged } from './promises.ts';

export const crowd = crowdOf(200);
const withinMs = 10_000;

/** Everything works again, and many press one button at once. */
export async function pressAtOnce(chat: Chat, breaks: Judged['breaks']): Promise<CrowdHeard | undefined> {
  try {
    const ana = chat.person(personName(0));
    await ana.types('/post Words for a crowd', { in: channelOf(places - 1) });
    const modal = await ana.seesModal(/^New.*Words for a crowd/s);
    await modal.fill({ 'Social profiles': [`Instagram · brand.${places}`] });
    await modal.submit();
    const card = await ana.sees(channelOf(places - 1), /Ready for review.*Words for a crowd/s);
    await eventually(() => assert.ok(card.buttons.includes('Approve & publish')), { withinMs: 30_000 });
    const pressed = await pressTogether(chat, card, crowd);
    if (pressed.tookMs > withinMs) breaks('crowd', `it took ${Math.round(pressed.tookMs)} ms`);
    return pressed;
  } catch (cause) {
    breaks('crowd', String(cause));
    return undefined;
  }
}
