/** The lists that people choose from while a modal waits: from the cache where it has them, else asked for. */
import { z } from 'zod';
import { profileName } from '#src/platform/publishing-api/networks.ts';
import type { Profile } from '#src/platform/publishing-api/post.ts';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import type { Service } from '#src/platform/publishing-api/service.ts';
import type { Chosen, ListName, Lists } from '#src/posts/card/chosen.ts';
import {
  type AskList,
  type CachedList,
  type CachedListOptions,
  createCachedList,
  type LeftOut,
} from './cached-list.ts';
import { type Copies, listsAtHand, listsForCertain } from './check-chosen.ts';
import { rememberedBrands } from './remembered-brands.ts';

export type { CacheEntry } from './catalog-cache.ts';
export { CatalogUnavailable } from './catalog-unavailable.ts';

/**
 * They reject with `CatalogUnavailable` when the service does not answer in time. What could not be read is not in a
 * list: `leftOut` is told how many records.
 */
export interface Catalog {
  brands(leftOut?: LeftOut): Promise<Named[]>;
  profiles(brandId: string, leftOut?: LeftOut): Promise<Profile[]>;
  hashtagLibraries(brandId: string, leftOut?: LeftOut): Promise<Named[]>;
  studioDesigns(brandId: string, leftOut?: LeftOut): Promise<Named[]>;
  /** The next who asks for the lists of this brand gets them from the service; of all of them, or of its profiles. */
  forget(brandId: string, only?: 'profiles'): Promise<void>;
  /** The brands, if the cache has them: never asks the service. */
  peekBrands(): Promise<Named[] | undefined>;
  /** As they were listed last, also while the service refuses the key, for a crisis alone; none: not for 90 days. */
  rememberedBrands(): Promise<Named[]>;
  /**
   * The lists that something was chosen from: at hand, without those that nobody read yet; one that lacks a choice is read again, for a
   * second at most. Never rejects. `notOffered` compares.
   */
  listsAtHand(brandId: string, chosen: Chosen): Promise<Lists>;
  /** The same with all of them, read from the service where those at hand lack something. Rejects with a `ServiceError`. */
  listsForCertain(brandId: string, chosen: Chosen): Promise<Lists>;
  /** The profiles, if the cache has them; old or missing ones are asked for behind. Never rejects. */
  glanceProfiles(brandId: string): Promise<Profile[] | undefined>;
}

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

export function createCatalog({ service, now = Date.now, ...rest }: CatalogOptions): Catalog {
  const options = { ...rest, now };
  const brands = createCachedList(options, 'brands', namedList);
  const profiles = createCachedList(options, 'social profiles', profileList);
  const libraries = createCachedList(options, 'hashtag libraries', namedList);
  const designs = createCachedList(options, 'studio designs', namedList);

  const profilesOf =
    (id: string): AskList<Profile> =>
    (part) =>
      service.profiles(id, { ...call, ...part });

  const askBrands: AskList<Named> = (part) => service.brands({ ...call, ...part });
  const librariesOf =
    (id: string): AskList<Named> =>
    (part) =>
      service.hashtagLibraries(id, { ...call, ...part });
  const designsOf =
    (id: string): AskList<Named> =>
    (part) =>
      service.studioDesigns(id, { ...call, ...part });

  const copiesOf = (id: string): Record<ListName, Copies> => ({
    brand: copies(brands, 'brands', askBrands),
    profiles: copies(profiles, `profiles.${id}`, profilesOf(id), profileName),
    library: copies(libraries, `hashtag-libraries.${id}`, librariesOf(id)),
    designs: copies(designs, `studio-designs.${id}`, designsOf(id)),
  });

  return {
    brands: (leftOut) => brands.get('brands', askBrands, leftOut),
    profiles: (id, leftOut) => profiles.get(`profiles.${id}`, profilesOf(id), leftOut),
    hashtagLibraries: (id, leftOut) => libraries.get(`hashtag-libraries.${id}`, librariesOf(id), leftOut),
    studioDesigns: (id, leftOut) => designs.get(`studio-designs.${id}`, designsOf(id), leftOut),
    async forget(id, only) {
      await profiles.forget(`profiles.${id}`);
      if (only) return;
      await Promise.all([
        libraries.forget(`hashtag-libraries.${id}`),
        designs.forget(`studio-designs.${id}`),
      ]);
    },
    peekBrands: () => brands.peek('brands'),
    rememberedBrands: () => rememberedBrands(rest.cache),
    listsAtHand: (id, chosen) => listsAtHand(chosen, copiesOf(id), rest.log),
    listsForCertain: (id, chosen) => listsForCertain(chosen, copiesOf(id)),
    glanceProfiles: (id) => profiles.glance(`profiles.${id}`, profilesOf(id)),
  };
}

/** The copies of one list, each record called as people see it in a form. */
function copies<T extends Named>(
  list: CachedList<T>,
  key: string,
  ask: AskList<T>,
  called: (one: T) => string = ({ name }) => name,
): Copies {
  const shown = (records: readonly T[]): Named[] => records.map((one) => ({ id: one.id, name: called(one) }));
  return {
    recall() {
      const known = list.recall(key);
      return known && shown(known);
    },
    async peek() {
      const known = await list.peek(key);
      return known && shown(known);
    },
    refresh: async () => shown(await list.refresh(key, ask)),
  };
}
