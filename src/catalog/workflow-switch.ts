/** Turning a workflow on or off: who requested what, and how it ended. */
import { z } from 'zod';
import type { Failure } from '#src/posts/card/problem.ts';

/** Stored with the lock on a workflow while it's being switched, so that the next person learns who is doing it. */
export const switchRequestSchema = z.object({
  on: z.boolean(),
  /** The Slack user who requested it. */
  by: z.string(),
  /** UTC, ISO 8601. */
  at: z.iso.datetime(),
  /** Tells two clicks in one millisecond apart; an older release queued none. */
  id: z.string().optional(),
});
export type SwitchRequest = z.infer<typeof switchRequestSchema>;

/** Why a workflow wasn't switched, or it isn't known whether it was. */
export type SwitchProblem =
  | { code: 'not_recorded' }
  /** It isn't known whether the request was recorded. */
  | { code: 'recording_unknown' }
  | { code: 'replaced_by_later_request' }
  /** The service accepted the request, and shows the old state. */
  | { code: 'state_unchanged' }
  /** `maySwitch`: the service may have received a request for it. */
  | { code: 'switch_failed'; failure: Failure; maySwitch: boolean };

/** A workflow that was switched, or with a `problem`, one that wasn't. */
export interface SwitchEnd extends SwitchRequest {
  workflow: { id: string; name?: string | undefined };
  problem?: SwitchProblem | undefined;
  /** The service has no such workflow. */
  missing?: boolean;
}

/** The lock on a workflow, which only one switch at a time has. */
export const switchLock = (workflow: string): string => `switch-workflow.${workflow}`;

/** Longer than all attempts of the job together. The job acquires it again with each. */
export const switchLockMs = 10 * 60_000;

export const ownerOf = ({ on, by, at, id }: SwitchRequest): string => JSON.stringify({ on, by, at, id });

/** `undefined` if nobody has it, or an older release wrote it. */
export function switchRequestOf(owner: string | undefined): SwitchRequest | undefined {
  try {
    return switchRequestSchema.safeParse(JSON.parse(owner ?? '')).data;
  } catch {
    return undefined;
  }
}
