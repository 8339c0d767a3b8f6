import type { TestContext } from 'node:test';
import { type CacheEntry, type CatalogOptions, createCatalog } from '#src/catalog/catalog.ts';
import { ServiceError, type ServiceErrorKind } from '#src/platform/publishing-api/errors.ts';
import type { Call } from '#src/platform/publishing-api/service.ts';

export const old = [{ id: 'b1', name: 'Old' }];
export const fresh = [{ id: 'b1', name: 'New' }];

/** A catalog whose clock, cache and service are in the test's hands. */
export function setUp(t: TestContext, kept?: { list: unknown; ageMs: number }) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const now = 1_000_000;
  const entries = new Map<string, CacheEntry>();
  if (kept) entries.set('brands', { value: kept.list, at: now - kept.ageMs });
  const warned: string[] = [];
  const requests: Call[] = [];
  const ttls: number[] = [];
  let answer = Promise.withResolvers<typeof fresh>();
  const down = { get: false, set: false };
  let writing = Promise.resolve();
  let reading = Promise.resolve();
  const ask = async (call: Call = {}) => {
    requests.push(call);
    return answer.promise;
  };
  const service: CatalogOptions['service'] = {
    brands: ask,
    profiles: async (id) => [{ id, name: 'Page', provider: 'facebook', image: undefined }],
    hashtagLibraries: async (id) => [{ id, name: 'Library' }],
    studioDesigns: async (id) => [{ id, name: 'Design' }],
  };
  const catalog = createCatalog({
    service,
    cache: {
      async get(key) {
        if (down.get) throw new Error('lost the connection to Redis');
        const entry = entries.get(key);
        await reading;
        return entry && (JSON.parse(JSON.stringify(entry)) as CacheEntry);
      },
      async set(key, entry, ttlMs) {
        if (down.set) throw new Error('lost the connection to Redis');
        await writing;
        ttls.push(ttlMs);
        entries.set(key, entry);
      },
      async drop(key) {
        entries.delete(key);
      },
    },
    waitMs: 2_000,
    freshMs: 60_000,
    staleMs: 600_000,
    log: { warn: (_, message) => void warned.push(message) },
    now: () => now,
  });
  return {
    catalog,
    service,
    ask,
    entries,
    requests,
    ttls,
    warned,
    down,
    now,
    /** From now on the cache takes a list only when this is called. */
    holdWriting: () => {
      const held = Promise.withResolvers<void>();
      writing = held.promise;
      return held.resolve;
    },
    /** From now on, reads of the cache return its content when this is called. */
    holdReading: () => {
      const held = Promise.withResolvers<void>();
      reading = held.promise;
      return held.resolve;
    },
    answers: (list: typeof fresh) => answer.resolve(list),
    fails: (kind: ServiceErrorKind) => {
      const failure = { kind, endpoint: 'GET /brands', retry: false, taken: 'no' } as const;
      answer.reject(new ServiceError('no', failure));
      answer = Promise.withResolvers();
    },
  };
}

/** Lets everything run that waits for nothing but promises. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));
