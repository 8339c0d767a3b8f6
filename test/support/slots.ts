/** Posting times for tests, saved like in the administrator's form. */
import type { TestContext } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { freeSlots } from '#src/slots/free-slots.ts';
import { createPostingSlotStore } from '#src/slots/slot-store.ts';
import { noSlots, type PostingSlots } from '#src/slots/slots.ts';
import { slotField } from '#views/posts/time-fields.ts';
import type { StartedBot } from './bot.ts';
import { redisOf } from './stored.ts';

/** Three times per day (UTC), none of which is reached during a test, or is a time that a campaign plans. */
const farFromNow: PostingSlots['times'] = [8, 12, 16].flatMap((ahead) => {
  const hour = String((new Date().getUTCHours() + ahead) % 24).padStart(2, '0');
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, at: `${hour}:30` }));
});

/** The next free slots (epoch ms). */
export const nextSlots = (most: number, taken: number[] = [], zone = 'UTC'): number[] =>
  freeSlots({ times: farFromNow, zone }, { taken, now: Date.now(), most });

const { label, element } = slotField();
const option = element.type === 'checkboxes' ? (element.options[0]?.text.text ?? '') : '';

/** Selects the next slot in a form. */
export const inNextSlot = { [label.text]: [option] };

/** The time in the confirmation (epoch ms). */
export async function confirmedSlot(who: Driver): Promise<number> {
  const text = await who.seesPrivately(/Added to the queue/);
  return Number(/Added to the queue.*<!date\^(\d+)/.exec(text)?.[1]) * 1_000;
}

/** Sets the posting times of a brand. By default, it has no zone, which means UTC, so that forms don't ask to confirm a time in another zone. */
export async function postingTimes(
  t: TestContext,
  { settings, chat }: Pick<StartedBot, 'settings' | 'chat'>,
  brand: { id: string; name: string },
  slots: Partial<PostingSlots> = {},
): Promise<void> {
  const { redis, prefix } = redisOf(t, settings);
  const store = createPostingSlotStore(redis, prefix);
  const workspace = chat.world.workspace.id;
  const { revision } = await store.of(workspace, brand.id);
  const entry = { at: new Date().toISOString(), by: 'U0CY' };
  await store.set(workspace, brand, { ...noSlots, times: farFromNow, ...slots, revision }, entry);
}
