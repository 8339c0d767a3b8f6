/**
 * The lists that people choose from while a modal waits: from the cache if it has them, otherwise from the
 * service.
 */
import { z } from 'zod';
import type { Service } from '#src/platform/publishing-api/client.ts';
import { profileName } from '#src/platform/publishing-api/networks.ts';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import type { Chosen, ListName, Lists } from '#src/posts/card/chosen.ts';
import { type CachedList, type CachedListOptions, createCachedList, type LeftOut } from './cached-list.ts';
import { type Copies, listsAtHand, listsForCertain } from './lists-to-check.ts';
import { rememberedBrands } from './remembered-brands.ts';

export { type CacheEntry, CatalogUnavailable } from './cached-list.ts';

export interface CatalogOptions extends Omit<CachedListOptions, 'now'> {
  service: Pick<Service, 'brands' | 'profiles' | 'hashtagLibraries' | 'studioDesigns'>;
  now?: (() => number) | undefined;
}

const namedList = z.array(namedSchema);
const profileList = z.array(
  z
    .object({ id: z.string().min(1), name: z.string(), provider: z.string(), image: z.string().optional() })
    // JSON drops a field that is undefined
    .transform(({ id, name, provider, image }) => ({ id, name, provider, image })),
);

const call = { priority: 'interactive' } as const;

/**
 * They reject with `CatalogUnavailable` if the service doesn't answer in time. Records that couldn't be
 * parsed are missing from a list; `leftOut` gets their number.
 */
export type Catalog = ReturnType<typeof createCatalog>;

export function createCatalog({ service, now = Date.now, ...rest }: CatalogOptions) {
  const options = { ...rest, now };
  const brands = createCachedList(options, {
    name: 'brands',
    what: 'brands',
    schema: namedList,
    ask: (_, part) => service.brands({ ...call, ...part }),
  });
  const profiles = createCachedList(options, {
    name: 'profiles',
    what: 'social profiles',
    schema: profileList,
    ask: (id, part) => service.profiles(id, { ...call, ...part }),
  });
  const libraries = createCachedList(options, {
    name: 'hashtag-libraries',
    what: 'hashtag libraries',
    schema: namedList,
    ask: (id, part) => service.hashtagLibraries(id, { ...call, ...part }),
  });
  const designs = createCachedList(options, {
    name: 'studio-designs',
    what: 'studio designs',
    schema: namedList,
    ask: (id, part) => service.studioDesigns(id, { ...call, ...part }),
  });

  const copiesOf = (id: string): Record<ListName, Copies> => ({
    brand: copies(brands, ''),
    profiles: copies(profiles, id, profileName),
    library: copies(libraries, id),
    designs: copies(designs, id),
  });

  return {
    brands: (leftOut?: LeftOut): Promise<Named[]> => brands.get('', leftOut),
    profiles: profiles.get,
    hashtagLibraries: libraries.get,
    studioDesigns: designs.get,
    /** Makes the next caller get this brand's lists (all of them, or the profiles) from the service. */
    async forget(id: string, only?: 'profiles'): Promise<void> {
      await profiles.forget(id);
      if (only) return;
      await Promise.all([libraries.forget(id), designs.forget(id)]);
    },
    /** The brands, if they're cached: never asks the service. */
    peekBrands: (): Promise<Named[] | undefined> => brands.peek(''),
    /**
     * The brands as they were last listed, even while the service refuses the key. Only for pausing in a
     * crisis. Empty if the last list is older than 90 days.
     */
    rememberedBrands: (): Promise<Named[]> => rememberedBrands(rest.cache),
    /**
     * The lists that something was chosen from, without those that weren't read yet. If a list lacks a
     * choice, it's read again, which takes at most a second. Never rejects. Compare with `missingChoices`.
     */
    listsAtHand: (id: string, chosen: Chosen): Promise<Lists> => listsAtHand(chosen, copiesOf(id), rest.log),
    /**
     * All of these lists, read from the service if the cached ones lack something. Rejects with a
     * `ServiceError`.
     */
    listsForCertain: (id: string, chosen: Chosen): Promise<Lists> => listsForCertain(chosen, copiesOf(id)),
    /**
     * The profiles, if they're cached. Old or missing ones are requested in the background. Never rejects.
     */
    glanceProfiles: profiles.glance,
  };
}

/** The copies of one list, each record with the name that people see in a form. */
function copies<T extends Named>(
  list: CachedList<T>,
  brand: string,
  called: (one: T) => string = ({ name }) => name,
): Copies {
  const shown = (records: readonly T[]): Named[] => records.map((one) => ({ id: one.id, name: called(one) }));
  return {
    recall() {
      const known = list.recall(brand);
      return known && shown(known);
    },
    async peek() {
      const known = await list.peek(brand);
      return known && shown(known);
    },
    refresh: async () => shown(await list.refresh(brand)),
  };
}
