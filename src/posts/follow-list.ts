/** Updates a private list once the post that someone acted on there is done. */

import { again, done, handlerOf, type JobBasics } from '#src/platform/queue/job.ts';
import { isUnderWay } from './card/state.ts';
import { followListJob } from './jobs.ts';
import type { Desk, PrivateLists } from './ports.ts';

const checkEveryMs = 1_000;

interface Deps extends Pick<JobBasics, 'now'> {
  desk: Desk;
  lists: PrivateLists;
}

export const followListHandler = handlerOf(followListJob, async ({ desk, lists, now }: Deps, payload) => {
  const card = await desk.get(payload.workspace, payload.card);
  const undoForMs = card?.publishAfter === undefined ? 0 : Date.parse(card.publishAfter) - now();
  // the list leads to the card if it takes longer
  if (card && isUnderWay(card) && now() < payload.until) return again(Math.max(undoForMs, checkEveryMs));
  await lists.follow(payload);
  return done;
});
