/**
 * What happened to a write, from what Redis and ioredis say, so that people whose change wasn't saved are
 * asked to try again.
 */
import { ReplyError } from 'ioredis';
import type { Redis } from './redis.ts';

/** Errors for a command, and for a script at its first write, before anything has changed. */
const refusals = /^(OOM|READONLY|MISCONF|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN|NOAUTH|NOPERM|BUSY) /;

/** ioredis stopped waiting or lost the connection. The command may still have run, or run later. */
const unanswered =
  /^(Command timed out|Connection is closed|Reached the max retries|Failed to refresh slots|None of startup nodes|Too many Cluster redirections)/;

export type StoreTrouble = ReturnType<typeof storeTroubleOf>;

export function storeTroubleOf(redis: Pick<Redis, 'status'>) {
  return {
    /** Whether nothing can be written or queued at the moment. */
    isAway: (): boolean => redis.status !== 'ready',
    /**
     * What happened to a command that failed, also if it's only a cause of the error. `undefined`: the
     * failure isn't from the store.
     */
    failureOf(cause: unknown): 'not_sent' | 'refused' | 'unknown' | undefined {
      if (!(cause instanceof Error)) return undefined;
      const { message } = cause;
      // Redis can't be reached.
      if (message.includes('enableOfflineQueue options is false')) return 'not_sent';
      if (cause instanceof ReplyError) return refusals.test(message) ? 'refused' : 'unknown';
      return unanswered.test(message) ? 'unknown' : this.failureOf(cause.cause);
    },
  };
}
