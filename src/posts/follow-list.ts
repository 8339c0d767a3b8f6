/** Updates a private list once a post is done that someone acted on there. */
import type { JobDeps } from '#src/job-deps.ts';
import { followListJob } from '#src/jobs.ts';
import { again, done, handlerOf } from '#src/platform/queue/job.ts';
import { isUnderWay } from './card/state.ts';

const checkEveryMs = 1_000;

export const followListHandler = handlerOf(followListJob, async ({ desk, lists, now }: JobDeps, wanted) => {
  const card = await desk.get(wanted.workspace, wanted.card);
  const undoForMs = card?.publishAfter === undefined ? 0 : Date.parse(card.publishAfter) - now();
  // the list leads to the card if it takes longer
  if (card && isUnderWay(card) && now() < wanted.until) return again(Math.max(undoForMs, checkEveryMs));
  await lists.follow(wanted);
  return done;
});
