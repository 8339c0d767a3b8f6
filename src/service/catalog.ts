/** The lists that people choose from while a modal waits: from the cache where it has them, else asked for. */
import { z } from 'zod';
import type { Profile } from '#src/cards/post.ts';
import { type Named, namedSchema } from '#src/cards/request.ts';
import { type AskList, type CachedListOptions, createCachedList, type LeftOut } from './cached-list.ts';
import { rememberedBrands } from './remembered-brands.ts';
import type { Service } from './service.ts';

export type { CacheEntry } from './cached-list.ts';
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

const call = { priority: 'person' } as const;

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

  return {
    brands: (leftOut) => brands.get('brands', (part) => service.brands({ ...call, ...part }), leftOut),
    profiles: (id, leftOut) => profiles.get(`profiles.${id}`, profilesOf(id), leftOut),
    hashtagLibraries: (id, leftOut) =>
      libraries.get(
        `hashtag-libraries.${id}`,
        (part) => service.hashtagLibraries(id, { ...call, ...part }),
        leftOut,
      ),
    studioDesigns: (id, leftOut) =>
      designs.get(`studio-designs.${id}`, (part) => service.studioDesigns(id, { ...call, ...part }), leftOut),
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
    glanceProfiles: (id) => profiles.glance(`profiles.${id}`, profilesOf(id)),
  };
}
