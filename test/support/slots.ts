/** Posting times for tests, set as an administrator's form sets them. */
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { createPostingSlotStore } from '#src/slots/slot-store.ts';
import { noSlots, type PostingSlots } from '#src/slots/slots.ts';
import type { StartedBot } from './bot.ts';

/** Every hour of every day, so that the next slots are never far. */
export const everyHour: PostingSlots['times'] = [1, 2, 3, 4, 5, 6, 7].flatMap((day) =>
  Array.from({ length: 24 }, (_, hour) => ({ day, at: `${String(hour).padStart(2, '0')}:00` })),
);

/** Sets the posting times of a brand. */
export async function postingTimes(
  t: TestContext,
  { settings, chat }: Pick<StartedBot, 'settings' | 'chat'>,
  brand: { id: string; name: string },
  slots: Partial<PostingSlots> = { times: everyHour },
): Promise<void> {
  const redis = new Redis(settings.REDIS_URL ?? '');
  t.after(() => redis.disconnect());
  const store = createPostingSlotStore(redis, settings.REDIS_PREFIX ?? '');
  const workspace = chat.world.workspace.id;
  const { revision } = await store.of(workspace, brand.id);
  const entry = { at: new Date().toISOString(), by: 'U0CY' };
  await store.set(workspace, brand, { ...noSlots, zone: 'UTC', ...slots, revision }, entry);
}
