/** What creating, publishing and updating posts works with. */

import type { PostFiles } from '#src/media/fingerprint.ts';
import type { Quota } from '#src/platform/publishing-api/service.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import type { Chosen, Lists } from '#src/posts/card/chosen.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { Core, JobDeps } from '#src/posts/ports.ts';
import type { Creations } from './creations.ts';
import type { Guard } from './guards.ts';

export interface Deps extends JobDeps, Pick<Core, 'ledger' | 'rules' | 'approversReader'> {
  creations: Creations;
  guards: readonly Guard[];
  pauses: {
    of(workspace: string, brand: string): Promise<Paused | undefined>;
    /** The time (ISO, UTC) at which a post was planned before a pause unscheduled it. */
    plannedBefore(workspace: string, brand: string, post: string): Promise<string | undefined>;
  };
  catalog: {
    listsForCertain(brand: string, chosen: Chosen): Promise<Lists>;
    forget(brand: string): Promise<void>;
  };
  postFiles: PostFiles;
  quota: Quota;
  storeTrouble: StoreTrouble;
  /**
   * Called when the service did what was requested: a kind of operation (`creationKinds`, `publish`,
   * `update`), or `listingName` of a brand.
   */
  serviceWorked(workspace: string, endpoint: string): Promise<void>;
  /** The first delay between two reads for an operation that wasn't answered. It grows from there. */
  checkEveryMs: number;
  /** How long to wait for a post while it's being generated, or after its time. */
  watchForMs: number;
  /**
   * How long after an answer a read has to begin to be sure to show its effect
   * (`src/posts/post-index/lag.ts`).
   */
  settledAfterMs: number;
  /**
   * The longest one call to the service can take, not counting a long wait for the quota. Until then, a
   * request without an answer may still be in progress.
   */
  requestTimeoutMs: number;
}

/** What comparing cards with the listing needs. */
export type CheckDeps = Pick<
  Deps,
  keyof JobBasics | 'cards' | 'desk' | 'ledger' | 'creations' | 'pauses' | 'settledAfterMs' | 'watchForMs'
>;
