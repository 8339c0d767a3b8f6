/** Posting times for tests, set as an administrator's form sets them. */
import type { TestContext } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { freeSlots } from '#src/slots/free-slots.ts';
import { createPostingSlotStore } from '#src/slots/slot-store.ts';
import { noSlots, type PostingSlots } from '#src/slots/slots.ts';
import { slotField } from '#views/posts/time-fields.ts';
import type { StartedBot } from './bot.ts';
import { redisOf } from './stored.ts';

/** Three times of every day (UTC), none of which comes while a test runs. */
const farFromNow: PostingSlots['times'] = [8, 12, 16].flatMap((ahead) => {
  const hour = String((new Date().getUTCHours() + ahead) % 24).padStart(2, '0');
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, at: `${hour}:00` }));
});

/** The next of those that aren't taken (epoch ms). */
export const nextSlots = (most: number, taken: number[] = [], zone = 'UTC'): number[] =>
  freeSlots({ times: farFromNow, zone }, { taken, now: Date.now(), most });

const { label, element } = slotField();
const option = element.type === 'checkboxes' ? (element.options[0]?.text.text ?? '') : '';

/** Checked in a form for a time. */
export const inNextSlot = { [label.text]: [option] };

/** When the answer says that the post goes out (epoch ms). */
export async function confirmedSlot(who: Driver): Promise<number> {
  const text = await who.seesPrivately(/Added to the queue/);
  return Number(/Added to the queue.*<!date\^(\d+)/.exec(text)?.[1]) * 1_000;
}

/** Sets the posting times of a brand, by default in no zone, which is UTC: no form has to show a picked time in another zone first. */
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
