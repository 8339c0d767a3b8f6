/** Switching a workflow: who asked for what, and how it ended. */
import { z } from 'zod';
import type { Failure } from '#src/posts/card/problem.ts';

/** Kept with the hold on a workflow while it is being switched, so that the next one learns who is at it. */
export const wishSchema = z.object({
  on: z.boolean(),
  /** The Slack user who asked. */
  by: z.string(),
  /** UTC, ISO 8601. */
  at: z.iso.datetime(),
  /** Tells two clicks in one millisecond apart; an older release queued none. */
  id: z.string().optional(),
});
export type Wish = z.infer<typeof wishSchema>;

/** Why a workflow was not switched, or nobody knows whether it was. */
export type SwitchProblem =
  | { code: 'not_recorded' }
  /** Nobody knows whether it was recorded. */
  | { code: 'recording_unknown' }
  | { code: 'replaced_by_later_request' }
  /** The service said yes, and shows the old state. */
  | { code: 'state_unchanged' }
  /** `maySwitch`: the service may have taken a request for it. */
  | { code: 'switch_failed'; failure: Failure; maySwitch: boolean };

/** A workflow that was switched, or with a `problem` one that was not. */
export interface SwitchEnd extends Wish {
  workflow: { id: string; name?: string | undefined };
  problem?: SwitchProblem | undefined;
  /** The service has no such workflow. */
  missing?: boolean;
}

/** The hold that only one switch of this workflow has. */
export const switchLock = (workflow: string): string => `switch-workflow.${workflow}`;

/** Longer than all attempts of the job together; the job takes it anew with each. */
export const switchLockMs = 10 * 60_000;

export const holderOf = ({ on, by, at, id }: Wish): string => JSON.stringify({ on, by, at, id });

/** `undefined`: nobody holds it, or an older release wrote it. */
export function wishOf(owner: string | undefined): Wish | undefined {
  try {
    return wishSchema.safeParse(JSON.parse(owner ?? '')).data;
  } catch {
    return undefined;
  }
}
