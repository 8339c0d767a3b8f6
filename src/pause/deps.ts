/** What a pause works with. */

import type { Catalog } from '#src/catalog/catalog.ts';
import type { Quota, Service } from '#src/platform/publishing-api/service.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { Notifier } from '#src/posts/notifier.ts';
import type { Core } from '#src/posts/ports.ts';
import type { Pauses } from './pause-store.ts';

export interface Deps extends JobBasics, Pick<Core, 'desk' | 'cards' | 'index' | 'ledger' | 'audit'> {
  pauses: Pauses;
  catalog: Catalog;
  service: Service;
  quota: Quota;
  notifier: Pick<Notifier, 'postRendered' | 'replaceRendered'>;
  settledAfterMs: number;
  requestTimeoutMs: number;
  /** How long after a check the next one looks for posts that were scheduled during a pause. */
  pauseCheckEveryMs: number;
}
