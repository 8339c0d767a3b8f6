/**
 * Updates private lists: those that were shown while their posts were being read, and those in which someone
 * acted on a post.
 */

import { again, done, handlerOf } from '#src/platform/queue/job.ts';
import { isUnderWay } from './card/state.ts';
import { completeListJob, followListJob } from './jobs.ts';
import type { Desk, PrivateLists } from './ports.ts';

/** Slack accepts answers at a response URL for half an hour. */
const answeredForMs = 29 * 60_000;

const checkEveryMs = 1_000;

interface Deps {
  desk: Desk;
  lists: PrivateLists;
  now(): number;
}

export const completeListHandler = handlerOf(completeListJob, async ({ lists, now }: Deps, payload) => {
  if (now() - payload.askedAt < answeredForMs) await lists.complete(payload);
  return done;
});

/** Waits until the post is done, or until `payload.until`: if it takes longer, the list leads to its card. */
export const followListHandler = handlerOf(followListJob, async ({ desk, lists, now }: Deps, payload) => {
  const card = await desk.get(payload.workspace, payload.card);
  const undoForMs = card?.publishAfter === undefined ? 0 : Date.parse(card.publishAfter) - now();
  if (card && isUnderWay(card) && now() < payload.until) return again(Math.max(undoForMs, checkEveryMs));
  await lists.follow(payload);
  return done;
});
