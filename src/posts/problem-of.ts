/** Turns errors into the problems that a card stores. */

import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Retriable } from '#src/platform/queue/job.ts';
import type { Cause, Failure, Problem, ProblemCode, Seen, Step } from '#src/posts/card/problem.ts';
import { ours, serviceReason } from '#views/posts/service-reason.ts';

/** `failed`: the cause, if other cards may fail for it, too. */
export function problemAt(step: Step, reason: ProblemCode, now: number, failed?: Error): Problem {
  const cause = failed && causeOf(failed);
  return { ...reason, step, at: new Date(now).toISOString(), ...(cause && { cause }) };
}

/** How the listing shows a post; `undefined`: it doesn't. */
export const seenOf = (post: Post | undefined): Seen =>
  post ? { as: 'listed', status: post.statusWord } : { as: 'unlisted' };

/** What is wrong with the service or our account there; `undefined` if only this post is affected. */
function causeOf(failed: Error): Cause | undefined {
  if (!(failed instanceof ServiceError)) return undefined;
  switch (failed.kind) {
    case 'refused':
      return failed.status === paymentRequired ? 'plan' : undefined;
    case 'down':
    case 'timeout':
      return 'away';
    case 'shape':
      return 'answers';
    default:
      return failed.kind;
  }
}

/** Whether this error ended the process that ran the job. Running it again would end the next one, too. */
export const endedProcess = (cause: Error): boolean =>
  (cause as Retriable).retry === false && !(cause instanceof ServiceError);

const paymentRequired = 402;

/** The parameters for telling people why a request or a job failed. */
export function failureOf(cause: Error): Failure {
  if (!(cause instanceof ServiceError)) return { kind: 'internal' };
  const { kind, endpoint, status, serviceMessage, keyHint, abandoned } = cause;
  return {
    kind,
    endpoint,
    ...(status !== undefined && { status }),
    ...(serviceMessage && { message: serviceMessage }),
    ...(keyHint && { keyHint }),
    ...(abandoned && { abandoned }),
  };
}

/** One or two sentences: what happened, and who can do something about it. */
export function reasonOf(cause: Error): string {
  return cause instanceof ServiceError ? serviceReason(cause) : ours;
}
