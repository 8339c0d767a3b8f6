/** Tests that count requests, or wait for minutes: on a clock that jumps while everything waits (bench/parts/newsroom.ts). */
import type { TestContext } from 'node:test';
import { type Newsroom, type NewsroomOptions, startNewsroom } from '#bench/parts/newsroom.ts';

/** A bot under sixty requests a minute, whose clock jumps while `act` runs. The test's end stops it. */
export async function inNewsroom(
  t: TestContext,
  options: NewsroomOptions,
  act: (room: Newsroom) => Promise<void>,
): Promise<void> {
  const room = await startNewsroom(options);
  t.after(() => room.stop());
  await room.clock.during(() => act(room));
}
