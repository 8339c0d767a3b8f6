/** One kind of list with its cache: how old it may be, and who requests it if it isn't there. */
import type { z } from 'zod';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Call, Log } from '#src/platform/publishing-api/service.ts';
import type { CatalogCache } from './catalog-cache.ts';
import { CatalogUnavailable } from './catalog-unavailable.ts';

/** Requests the whole list from the service. */
export type AskList<T> = (call: Pick<Call, 'leftOut'>) => Promise<T[]>;

/** Called with the number of records that couldn't be parsed, if any. */
export type LeftOut = (records: number) => void;

interface Read<T> {
  list: T[];
  unread: number;
}

export interface CachedListOptions {
  cache: CatalogCache;
  /** The longest that a person waits. */
  waitMs: number;
  /** Up to this age, a list is returned without a request. */
  freshMs: number;
  /** Up to this age, a list is returned and refreshed in the background. An older one isn't returned. */
  staleMs: number;
  log: Log;
  now: () => number;
}

export interface CachedList<T> {
  /** Rejects with `CatalogUnavailable`, or with the `ServiceError` of kind `key`. */
  get(key: string, ask: AskList<T>, leftOut?: LeftOut): Promise<T[]>;
  /** The cached list, however stale. Never requests it and never rejects. */
  peek(key: string): Promise<T[] | undefined>;
  /** What this process last read from the cache or the service, without asking either. */
  recall(key: string): readonly T[] | undefined;
  /** From the service now, and into the cache. Rejects as the service does. */
  refresh(key: string, ask: AskList<T>): Promise<T[]>;
  /** The cached list, however stale. An old or missing one is requested in the background. Never rejects. */
  glance(key: string, ask: AskList<T>): Promise<T[] | undefined>;
  /** The next caller gets it from the service, even if it's being requested now. Never rejects. */
  forget(key: string): Promise<void>;
}

export function createCachedList<T>(
  options: CachedListOptions,
  what: string,
  schema: z.ZodType<T[]>,
): CachedList<T> {
  const { cache, log, now } = options;
  const asking = new Map<string, Promise<Read<T>>>();
  const latest = new Map<string, readonly T[]>();

  async function read(key: string): Promise<(Read<T> & { ageMs: number }) | undefined> {
    try {
      const entry = await cache.get(key);
      const ageMs = entry ? now() - entry.at : 0;
      if (!entry || ageMs > options.staleMs) return undefined;
      // parsed again here: the cache may have a list that an older release wrote
      const parsed = schema.safeParse(entry.value);
      if (parsed.success) {
        latest.set(key, parsed.data);
        return { list: parsed.data, unread: entry.unread ?? 0, ageMs };
      }
      await cache.drop(key);
    } catch (cause) {
      log.warn({ err: cause, list: what }, "couldn't read a list from the cache");
    }
    return undefined;
  }

  /** One request for all callers, which goes on after they have left. */
  function shared(key: string, ask: AskList<T>): Promise<Read<T>> {
    const known = asking.get(key);
    if (known) return known;
    const at = now();
    const request = readWith(ask);
    asking.set(key, request);
    void keep(key, at, request);
    return request;
  }

  /** Shared until it's cached. If the list was invalidated meanwhile, it isn't cached. */
  async function keep(key: string, at: number, request: Promise<Read<T>>): Promise<void> {
    const end = (): void => {
      if (asking.get(key) === request) asking.delete(key);
    };
    try {
      const { list: value, unread } = await request;
      if (asking.get(key) !== request) return;
      latest.set(key, value);
      // an empty list is requested again: the person may be about to add the first entry
      if (value.length === 0) return await drop(key);
      await cache
        .set(key, { value, at, ...(unread > 0 && { unread }) }, options.staleMs)
        .catch((cause: unknown) => {
          log.warn({ err: cause, list: what }, "couldn't cache a list");
        });
    } catch (cause) {
      end();
      log.warn({ err: cause, list: what }, "couldn't read a list from the publishing service");
      // the service refused, which is more than not answering: the cached list is no longer ours to show
      if (cause instanceof ServiceError && (cause.kind === 'refused' || cause.kind === 'key'))
        await drop(key);
    } finally {
      end();
    }
  }

  async function drop(key: string): Promise<void> {
    latest.delete(key);
    await cache.drop(key).catch((cause: unknown) => {
      log.warn({ err: cause, list: what }, "couldn't remove a list from the cache");
    });
  }

  async function lookUp(key: string, ask: AskList<T>): Promise<Read<T>> {
    // The answer may have been cached between the read of the cache, which misses it, and this line.
    const underWay = asking.get(key);
    const known = await read(key);
    if (!known) return underWay ?? shared(key, ask);
    if (known.ageMs > options.freshMs) void shared(key, ask);
    return known;
  }

  return {
    async get(key, ask, leftOut) {
      const wait = Promise.withResolvers<never>();
      const timer = setTimeout(() => wait.reject(new CatalogUnavailable(what)), options.waitMs);
      try {
        const { list, unread } = await Promise.race([lookUp(key, ask), wait.promise]);
        if (unread > 0) leftOut?.(unread);
        return list;
      } catch (cause) {
        if (cause instanceof CatalogUnavailable) throw cause;
        if (cause instanceof ServiceError && cause.kind === 'key') throw cause;
        throw new CatalogUnavailable(what, cause);
      } finally {
        clearTimeout(timer);
      }
    },
    async peek(key) {
      return (await read(key))?.list;
    },
    recall: (key) => latest.get(key),
    refresh: async (key, ask) => (await shared(key, ask)).list,
    async glance(key, ask) {
      const known = await read(key);
      if (!known || known.ageMs > options.freshMs) void shared(key, ask);
      return known?.list;
    },
    async forget(key) {
      asking.delete(key);
      await drop(key);
    },
  };
}

async function readWith<T>(ask: AskList<T>): Promise<Read<T>> {
  let unread = 0;
  const list = await ask({
    leftOut: ({ records }) => {
      unread = records;
    },
  });
  return { list, unread };
}
