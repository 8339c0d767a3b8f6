/** What people read on a card when a job failed. */
import type { Problem, Step } from '#src/cards/card.ts';
import { serviceReason } from '#src/cards/service-reason.ts';
import { ServiceError } from '#src/service/errors.ts';

export function problemAt(step: Step, reason: string, now: number): Problem {
  return { step, reason, at: new Date(now).toISOString() };
}

/** One or two sentences: what happened, and who can do something about it. */
export function reasonOf(cause: Error): string {
  return cause instanceof ServiceError ? serviceReason(cause) : 'Something went wrong on our side.';
}
