import type { Provider } from '#sandbox/service/schemas.ts';

/** The initial data of the service, with fixed IDs that tests can use. */
export type Seed = {
  user: { id: string; name: string; email: string };
  brands: SeedBrand[];
};

export type SeedBrand = {
  id: string;
  name: string;
  profiles: { id: string; provider: Provider; name: string }[];
  libraries?: { id: string; name: string; hashtags: string[] }[];
  designs?: { id: string; name: string }[];
  workflows?: { id: string; name: string; on: boolean }[];
  posts?: SeedPost[];
  /** How many older posts to add. */
  history?: number;
};

export type SeedPost = {
  id: string;
  caption: string;
  /** Days from now at which it was published (negative) or is scheduled; a draft has none. */
  inDays?: number;
  profiles?: string[];
  /** The subject of its generated image, if any. */
  picture?: string;
};
