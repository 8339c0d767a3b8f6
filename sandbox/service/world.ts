import type { Store } from '#sandbox/service/store/store.ts';
import type { Variants } from '#sandbox/service/variants.ts';
import type { Whims } from '#sandbox/service/whims.ts';

/** What every part of the service is handed. */
export type World = {
  store: Store;
  variants: Variants;
  whims: Whims;
  generation: { minMs: number; maxMs: number };
  publishingMs: number;
  pageSize: number;
  strict: boolean;
  now(): number;
  /** Where the server is reached, without `/v1`. */
  origin(): string;
};
