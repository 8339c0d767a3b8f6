/** Updates a list that was shown while its posts were being read. */

import { done, handlerOf } from '#src/platform/queue/job.ts';
import { completeListJob } from './jobs.ts';
import type { PrivateLists } from './ports.ts';

/** Slack accepts answers at a response URL for half an hour. */
const answeredForMs = 29 * 60_000;

interface Deps {
  lists: PrivateLists;
  now(): number;
}

export const completeListHandler = handlerOf(completeListJob, async ({ lists, now }: Deps, payload) => {
  if (now() - payload.askedAt < answeredForMs) await lists.complete(payload);
  return done;
});
