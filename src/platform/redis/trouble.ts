/** Why a Redis command failed, from what Redis and ioredis say. */
import { ReplyError } from 'ioredis';
import type { Redis } from './redis.ts';
import type { StoreTrouble } from './store-trouble.ts';

/** Said of a command, and of a script at its first write, before anything has changed. */
const refusals = /^(OOM|READONLY|MISCONF|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN|NOAUTH|NOPERM|BUSY) /;

/** ioredis stopped waiting or lost the connection. The command may still have run, or run later. */
const unanswered =
  /^(Command timed out|Connection is closed|Reached the max retries|Failed to refresh slots|None of startup nodes|Too many Cluster redirections)/;

export function storeTroubleOf(redis: Pick<Redis, 'status'>): StoreTrouble {
  const failureOf: StoreTrouble['failureOf'] = (cause) => {
    if (!(cause instanceof Error)) return undefined;
    const { message } = cause;
    // Redis can't be reached.
    if (message.includes('enableOfflineQueue options is false')) return 'not sent';
    if (cause instanceof ReplyError) return refusals.test(message) ? 'refused' : 'unknown';
    return unanswered.test(message) ? 'unknown' : failureOf(cause.cause);
  };
  return { isAway: () => redis.status !== 'ready', failureOf };
}
