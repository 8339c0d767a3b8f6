/** Turning a workflow on or off: who requested what, and how it ended. */
import { z } from 'zod';
import type { Failure } from '#src/posts/card/problem.ts';

/**
 * Stored with the lock on a workflow while it's being switched, so that the next person learns who is doing
 * it.
 */
export const switchRequestSchema = z.object({
  on: z.boolean(),
  /** The Slack user who requested it. */
  by: z.string(),
  /** UTC, ISO 8601. */
  at: z.iso.datetime(),
  /** Distinguishes two clicks in the same millisecond; absent in jobs that an older release queued. */
  id: z.string().optional(),
});
export type SwitchRequest = z.infer<typeof switchRequestSchema>;

/** Why a workflow wasn't switched, or why nobody knows whether it was. */
export type SwitchProblem =
  | { code: 'not_recorded' }
  /** Nobody knows whether the request was recorded. */
  | { code: 'recording_unknown' }
  | { code: 'replaced_by_later_request' }
  /** The service accepted the request, but shows the old state. */
  | { code: 'state_unchanged' }
  /** `maySwitch`: the service may have received a request for it. */
  | { code: 'switch_failed'; failure: Failure; maySwitch: boolean };

/** The end of a request to switch a workflow. With a `problem`, the workflow wasn't switched. */
export interface SwitchEnd extends SwitchRequest {
  workflow: { id: string; name?: string | undefined };
  problem?: SwitchProblem | undefined;
  /** The service has no such workflow. */
  missing?: boolean;
}

/** The name of the lock on a workflow, so that only one switch at a time runs. */
export const switchLock = (workflow: string): string => `switch-workflow.${workflow}`;

/** Longer than all attempts of the job together. Each attempt acquires the lock again. */
export const switchLockMs = 10 * 60_000;

export const ownerOf = ({ on, by, at, id }: SwitchRequest): string => JSON.stringify({ on, by, at, id });

/** `undefined` if nobody has the lock, or an older release wrote it. */
export function switchRequestOf(owner: string | undefined): SwitchRequest | undefined {
  try {
    return switchRequestSchema.safeParse(JSON.parse(owner ?? '')).data;
  } catch {
    return undefined;
  }
}
