/** The post index has no read yet that is new enough. */
import type { Retriable } from '#src/platform/queue/job.ts';

/** Nothing failed: the job runs again when there is such a read, and the wait costs it no attempt. */
export class ReadPending extends Error implements Retriable {
  readonly postponed = true;
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('the service has to be read first');
    this.name = 'ReadPending';
    this.retryAfterMs = retryAfterMs;
  }
}
