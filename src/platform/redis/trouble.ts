/** What Redis and ioredis say when a command fails, in our words. */
import { ReplyError } from 'ioredis';
import type { Redis } from './redis.ts';
import type { StoreTrouble } from './store-trouble.ts';

/** Said of a command, and of a script at its first write, before anything is changed. */
const refusals = /^(OOM|READONLY|MISCONF|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN|NOAUTH|NOPERM|BUSY) /;

/** ioredis waits no longer, or lost the connection: what was sent may be done all the same, also later. */
const unanswered =
  /^(Command timed out|Connection is closed|Reached the max retries|Failed to refresh slots|None of startup nodes|Too many Cluster redirections)/;

export function storeTroubleOf(redis: Pick<Redis, 'status'>): StoreTrouble {
  const failureOf: StoreTrouble['failureOf'] = (cause) => {
    if (!(cause instanceof Error)) return undefined;
    const { message } = cause;
    // of a Redis that is not there
    if (message.includes('enableOfflineQueue options is false')) return 'not sent';
    if (cause instanceof ReplyError) return refusals.test(message) ? 'refused' : 'unknown';
    return unanswered.test(message) ? 'unknown' : failureOf(cause.cause);
  };
  return { isAway: () => redis.status !== 'ready', failureOf };
}
