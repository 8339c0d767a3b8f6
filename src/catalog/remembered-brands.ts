/**
 * The brands as the service last listed them. Kept apart from the cache, and used even while the service
 * refuses the key: in a crisis, people name a brand to pause. Nothing else may rely on this list.
 */
import { z } from 'zod';
import type { Service } from '#src/platform/publishing-api/client.ts';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import type { Log } from '#src/platform/publishing-api/service.ts';
import type { CatalogCache } from './cached-list.ts';

const key = 'remembered-brands';
const keptForMs = 90 * 86_400_000;
const keptAtMost = 1_000;

/**
 * The same service, with each list of brands that it returns remembered. A list that can't be stored is
 * returned anyway.
 */
export function rememberingBrands<Of extends Pick<Service, 'brands'>>(
  service: Of,
  cache: CatalogCache,
  log: Log,
): Of {
  return {
    ...service,
    async brands(call) {
      const list = await service.brands(call);
      const value = list.slice(0, keptAtMost).map(({ id, name }) => ({ id, name }));
      if (value.length > 0)
        await cache.set(key, { value, at: Date.now() }, keptForMs).catch((cause: unknown) => {
          log.warn({ err: cause }, "couldn't store the names of the brands");
        });
      return list;
    },
  };
}

/** Empty if nothing is remembered, or this release can't parse it. Rejects while Redis is down. */
export async function rememberedBrands(cache: CatalogCache): Promise<Named[]> {
  const entry = await cache.get(key);
  return z.array(namedSchema).safeParse(entry?.value).data ?? [];
}
