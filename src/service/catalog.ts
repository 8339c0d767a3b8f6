/** The lists that people choose from while a modal waits: from the cache where it has them, else asked for. */
import { z } from 'zod';
import type { Profile } from '#src/cards/post.ts';
import { type Named, namedSchema } from '#src/cards/request.ts';
import { type CachedListOptions, createCachedList } from './cached-list.ts';
import type { Service } from './service.ts';

export type { CacheEntry } from './cached-list.ts';
export { CatalogUnavailable } from './catalog-unavailable.ts';

/** They reject with `CatalogUnavailable` when the service does not answer in time. */
export interface Catalog {
  brands(): Promise<Named[]>;
  profiles(brandId: string): Promise<Profile[]>;
  hashtagLibraries(brandId: string): Promise<Named[]>;
  studioDesigns(brandId: string): Promise<Named[]>;
  /** The next who asks for the lists of this brand gets them from the service; of all of them, or of its profiles. */
  forget(brandId: string, only?: 'profiles'): Promise<void>;
  /** The brands, if the cache has them: never asks the service. */
  peekBrands(): Promise<Named[] | undefined>;
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

  return {
    brands: () => brands.get('brands', () => service.brands(call)),
    profiles: (id) => profiles.get(`profiles.${id}`, () => service.profiles(id, call)),
    hashtagLibraries: (id) =>
      libraries.get(`hashtag-libraries.${id}`, () => service.hashtagLibraries(id, call)),
    studioDesigns: (id) => designs.get(`studio-designs.${id}`, () => service.studioDesigns(id, call)),
    async forget(id, only) {
      await profiles.forget(`profiles.${id}`);
      if (only) return;
      await Promise.all([
        libraries.forget(`hashtag-libraries.${id}`),
        designs.forget(`studio-designs.${id}`),
      ]);
    },
    peekBrands: () => brands.peek('brands'),
    glanceProfiles: (id) => profiles.glance(`profiles.${id}`, () => service.profiles(id, call)),
  };
}
