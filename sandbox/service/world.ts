import type { ForcedFailures } from '#sandbox/service/forced-failures.ts';
import type { Store } from '#sandbox/service/store/store.ts';
import type { Variants } from '#sandbox/service/variants.ts';

/** What every part of the service is handed. */
export type World = {
  store: Store;
  variants: Variants;
  forcedFailures: ForcedFailures;
  generation: { minMs: number; maxMs: number };
  publishingMs: number;
  pageSize: number;
  strict: boolean;
  now(): number;
  /** Where the server is reached, without `/v1`. */
  origin(): string;
};
