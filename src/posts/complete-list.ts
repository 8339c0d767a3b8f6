/** Updates a list that was shown while its posts were being read. */

import type { JobDeps } from '#src/job-deps.ts';
import { completeListJob } from '#src/jobs.ts';
import { done, handlerOf } from '#src/platform/queue/job.ts';

/** Slack accepts answers at a response URL for half an hour. */
const answeredForMs = 29 * 60_000;

export const completeListHandler = handlerOf(completeListJob, async ({ lists, now }: JobDeps, wanted) => {
  if (now() - wanted.askedAt < answeredForMs) await lists.complete(wanted);
  return done;
});
