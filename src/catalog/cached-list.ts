/**
 * One kind of list, such as the profiles of each brand, with its cache: how old it can be, and who requests
 * it if it isn't cached.
 */
import { z } from 'zod';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Call, Log } from '#src/platform/publishing-api/service.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { within } from '#src/platform/within.ts';

const entrySchema = z.object({
  value: z.unknown(),
  /** When the service was asked (epoch ms). */
  at: z.number(),
  /** How many records couldn't be parsed, and so are missing. */
  unread: z.number().optional(),
});
export type CacheEntry = z.infer<typeof entrySchema>;

export type CatalogCache = ReturnType<typeof createCatalogCache>;

/**
 * The short-lived lists of a workspace, shared by all processes. `edition`: lists that were read with
 * different keys are kept apart.
 */
export function createCatalogCache(redis: Redis, prefix: string, workspace: string, edition?: string) {
  const keys = createKeys(prefix);
  const catalog = (what: string): string => keys.catalog(workspace, edition ? `${edition}.${what}` : what);
  return {
    async get(key: string): Promise<CacheEntry | undefined> {
      const json = await redis.get(catalog(key));
      return json === null ? undefined : entrySchema.parse(JSON.parse(json));
    },

    async set(key: string, entry: CacheEntry, ttlMs: number): Promise<void> {
      await redis.set(catalog(key), JSON.stringify(entry), 'PX', ttlMs);
    },

    async drop(key: string): Promise<void> {
      await redis.del(catalog(key));
    },
  };
}

/**
 * A list isn't cached and didn't arrive in time. Another attempt in a moment may find it, unless the kind is
 * `shape`.
 */
export class CatalogUnavailable extends Error {
  readonly kind: 'shape' | 'away';

  constructor(what: string, cause?: unknown) {
    super(`The list of ${what} is not at hand`, { cause });
    this.name = 'CatalogUnavailable';
    this.kind = cause instanceof ServiceError && cause.kind === 'shape' && !cause.retry ? 'shape' : 'away';
  }
}

/** Called with the number of records that couldn't be parsed, if there are any. */
export type LeftOut = (records: number) => void;

interface Read<T> {
  list: T[];
  unread: number;
}

export interface CachedListOptions {
  cache: CatalogCache;
  /** How long a person waits at most. */
  waitMs: number;
  /** Up to this age, a list is returned without a request. */
  freshMs: number;
  /** Up to this age, a list is returned and refreshed in the background. An older list isn't returned. */
  staleMs: number;
  log: Log;
  now: () => number;
}

interface ListKind<T> {
  /** The list's name in the cache's keys. */
  name: string;
  /** The list's name for people. */
  what: string;
  schema: z.ZodType<T[]>;
  /** Requests the whole list from the service. */
  ask(brand: string, call: Pick<Call, 'leftOut'>): Promise<T[]>;
}

export type CachedList<T> = ReturnType<typeof createCachedList<T>>;

/** `brand`: whose list it is; empty for the list of brands. */
export function createCachedList<T>(options: CachedListOptions, { name, what, schema, ask }: ListKind<T>) {
  const { cache, log, now } = options;
  const keyOf = (brand: string): string => (brand === '' ? name : `${name}.${brand}`);
  const asking = new Map<string, Promise<Read<T>>>();
  const latest = new Map<string, readonly T[]>();

  async function read(brand: string): Promise<(Read<T> & { ageMs: number }) | undefined> {
    try {
      const entry = await cache.get(keyOf(brand));
      const ageMs = entry ? now() - entry.at : 0;
      if (!entry || ageMs > options.staleMs) return undefined;
      // parsed again here: the cache may have a list that an older release wrote
      const parsed = schema.safeParse(entry.value);
      if (parsed.success) {
        latest.set(brand, parsed.data);
        return { list: parsed.data, unread: entry.unread ?? 0, ageMs };
      }
      await cache.drop(keyOf(brand));
    } catch (cause) {
      log.warn({ err: cause, list: what }, "couldn't read a list from the cache");
    }
    return undefined;
  }

  async function readNow(brand: string): Promise<Read<T>> {
    let unread = 0;
    const list = await ask(brand, {
      leftOut: ({ records }) => {
        unread = records;
      },
    });
    return { list, unread };
  }

  /** One request for all callers. It continues if they leave. */
  function shared(brand: string): Promise<Read<T>> {
    const known = asking.get(brand);
    if (known) return known;
    const at = now();
    const request = readNow(brand);
    asking.set(brand, request);
    void keep(brand, at, request);
    return request;
  }

  /**
   * Shares the request until its result is cached. If the list was invalidated in the meantime, it isn't
   * cached.
   */
  async function keep(brand: string, at: number, request: Promise<Read<T>>): Promise<void> {
    const end = (): void => {
      if (asking.get(brand) === request) asking.delete(brand);
    };
    try {
      const { list: value, unread } = await request;
      if (asking.get(brand) !== request) return;
      latest.set(brand, value);
      // an empty list is requested again, because the person may be about to add the first entry
      if (value.length === 0) return await drop(brand);
      await cache
        .set(keyOf(brand), { value, at, ...(unread > 0 && { unread }) }, options.staleMs)
        .catch((cause: unknown) => {
          log.warn({ err: cause, list: what }, "couldn't cache a list");
        });
    } catch (cause) {
      end();
      log.warn({ err: cause, list: what }, "couldn't read a list from the publishing service");
      // the service refused, which isn't the same as no answer: we must not show the cached list anymore
      if (cause instanceof ServiceError && (cause.kind === 'refused' || cause.kind === 'key'))
        await drop(brand);
    } finally {
      end();
    }
  }

  async function drop(brand: string): Promise<void> {
    latest.delete(brand);
    await cache.drop(keyOf(brand)).catch((cause: unknown) => {
      log.warn({ err: cause, list: what }, "couldn't remove a list from the cache");
    });
  }

  async function lookUp(brand: string): Promise<Read<T>> {
    // The answer may have been cached after the read of the cache missed it.
    const underWay = asking.get(brand);
    const known = await read(brand);
    if (!known) return underWay ?? shared(brand);
    if (known.ageMs > options.freshMs) void shared(brand);
    return known;
  }

  return {
    /** Rejects with `CatalogUnavailable`, or with the `ServiceError` of kind `key`. */
    async get(brand: string, leftOut?: LeftOut): Promise<T[]> {
      try {
        const answer = lookUp(brand);
        if (!(await within(answer, options.waitMs))) throw new CatalogUnavailable(what);
        const { list, unread } = await answer;
        if (unread > 0) leftOut?.(unread);
        return list;
      } catch (cause) {
        if (cause instanceof CatalogUnavailable) throw cause;
        if (cause instanceof ServiceError && cause.kind === 'key') throw cause;
        throw new CatalogUnavailable(what, cause);
      }
    },

    /** The cached list, however stale. Never requests it, and never rejects. */
    async peek(brand: string): Promise<T[] | undefined> {
      return (await read(brand))?.list;
    },

    /** What this process last read from the cache or the service, without asking either. */
    recall: (brand: string) => latest.get(brand),

    /** Reads the list from the service now, and caches it. Rejects like the service. */
    refresh: async (brand: string) => (await shared(brand)).list,

    /** The cached list, however stale. An old or missing one is requested in the background. Never rejects. */
    async glance(brand: string): Promise<T[] | undefined> {
      const known = await read(brand);
      if (!known || known.ageMs > options.freshMs) void shared(brand);
      return known?.list;
    },

    /** Makes the next caller get the list from the service, even if it's being requested now. Never rejects. */
    async forget(brand: string): Promise<void> {
      asking.delete(brand);
      await drop(brand);
    },
  };
}
