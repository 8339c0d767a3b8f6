/** What a pause works with. */

import type { Catalog } from '#src/catalog/catalog.ts';
import type { Quota } from '#src/platform/publishing-api/service.ts';
import type { Core, JobDeps } from '#src/posts/ports.ts';
import type { Pauses } from './pause-store.ts';

export interface Deps extends JobDeps, Pick<Core, 'ledger'> {
  pauses: Pauses;
  catalog: Catalog;
  quota: Quota;
  settledAfterMs: number;
  requestTimeoutMs: number;
  /** How long after a check the next one looks for posts that were scheduled during a pause. */
  pauseCheckEveryMs: number;
}
