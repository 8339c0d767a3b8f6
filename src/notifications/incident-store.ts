/**
 * The causes for which many cards fail at once: which cards, the one alert that counts them, and whether the
 * cause is over.
 */

import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { type Cause, causes } from '#src/posts/card/problem.ts';
import { incidentId, type Notification, textOf } from './records.ts';

/** A card that failed for a cause. */
export interface FailedCard {
  card: string;
  /** When it failed (ISO). */
  at: string;
  /** The channel of the card, or the person in whose direct messages it is. */
  place: string;
  author: string;
}

export interface IncidentAlert {
  /** The channel or the person that the alert was sent to. */
  to: string;
  channel: string;
  ts: string;
  /** When the alert was sent (ISO). Later edits of it notified nobody. */
  at: string;
  /** How many cards the alert counts; 0 if cards elsewhere can't link to it yet. */
  count: number;
  /** The alert says that the cause is over. */
  over: boolean;
}

export type IncidentStore = ReturnType<typeof createIncidentStore>;

/** A failure this long after the last one starts another incident, with its own alert. */
const openForMs = 24 * 3_600_000;

/** A failure this soon after the incident ended is added to the same alert. */
const closedForMs = 3_600_000;

const field = { shown: 'shown', last: 'last', worked: 'worked', over: 'over', card: 'card.' } as const;

const recordOf = (notification: Extract<Notification, { kind: 'incident' }>): [id: string, text: string] => [
  incidentId(notification.cause),
  textOf(notification),
];

/**
 * One incident for each cause. Every change also records, in the same step, that the alert has to be updated.
 */
export function createIncidentStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /**
     * Adds a card that failed, with the `endpoint` that it had requested. The same card isn't counted twice.
     */
    async add(
      workspace: string,
      cause: Cause,
      { card, ...failed }: FailedCard,
      endpoint: string,
    ): Promise<void> {
      const key = keys.incident(workspace, cause);
      await redis
        .multi()
        .hsetnx(key, `${field.card}${card}`, JSON.stringify(failed))
        .hset(key, field.last, `${failed.at} ${endpoint}`)
        .hset(keys.notifications(workspace), ...recordOf({ kind: 'incident', cause, at: failed.at }))
        .pexpire(key, openForMs)
        .exec();
    },

    /**
     * The incident's cards, the first to fail first; the alert, if there is one; and since when the cause is
     * over (ISO), if it is.
     */
    async read(
      workspace: string,
      cause: Cause,
    ): Promise<{ failed: FailedCard[]; shown: IncidentAlert | undefined; over: string | undefined }> {
      const all = await redis.hgetall(keys.incident(workspace, cause));
      const { [field.shown]: shown, [field.last]: last, [field.worked]: worked, [field.over]: over } = all;
      return {
        failed: Object.entries(all)
          .flatMap(([name, json]) =>
            name.startsWith(field.card)
              ? [{ card: name.slice(field.card.length), ...(JSON.parse(json) as Omit<FailedCard, 'card'>) }]
              : [],
          )
          .sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
        shown: shown === undefined ? undefined : (JSON.parse(shown) as IncidentAlert),
        over: last !== undefined && worked === last ? over : undefined,
      };
    },

    /** The incident's alert, if there is one. */
    async alert(workspace: string, cause: Cause): Promise<IncidentAlert | undefined> {
      const shown = await redis.hget(keys.incident(workspace, cause), field.shown);
      return shown === null ? undefined : (JSON.parse(shown) as IncidentAlert);
    },

    async shown(workspace: string, cause: Cause, shown: IncidentAlert): Promise<void> {
      await redis.hset(keys.incident(workspace, cause), field.shown, JSON.stringify(shown));
    },

    /**
     * Notes that the service answered a request of this `endpoint` at `at` (ISO). Returns the causes that
     * this ends: those whose last card had requested the same. Anything else proves nothing: an API key may
     * be allowed to read but not to publish.
     */
    async worked(workspace: string, endpoint: string, at: string): Promise<Cause[]> {
      const incidents = await Promise.all(
        causes.map(async (cause) => {
          const [last, noted] = await redis.hmget(keys.incident(workspace, cause), field.last, field.worked);
          return { cause, last, noted };
        }),
      );
      const over: Cause[] = [];
      for (const { cause, last, noted } of incidents) {
        if (!last?.endsWith(` ${endpoint}`) || last === noted) continue;
        await redis
          .multi()
          .hset(keys.incident(workspace, cause), { [field.worked]: last, [field.over]: at })
          .hset(keys.notifications(workspace), ...recordOf({ kind: 'incident', cause, at }))
          .exec();
        over.push(cause);
      }
      return over;
    },

    /**
     * Closes the incident for these cards, whose alert says that it's over. Cards that fail from now on are
     * counted from zero.
     */
    async close(workspace: string, cause: Cause, failed: readonly FailedCard[]): Promise<void> {
      const key = keys.incident(workspace, cause);
      const fields = failed.map(({ card }) => `${field.card}${card}`);
      const closing = redis.multi().pexpire(key, closedForMs);
      if (fields.length > 0) closing.hdel(key, ...fields);
      await closing.exec();
    },
  };
}
