import type { ForcedFailures } from '#sandbox/service/forced-failures.ts';
import type { Store } from '#sandbox/service/store/store.ts';
import type { Variants } from '#sandbox/service/variants.ts';

/** What the service's modules share. */
export type World = {
  store: Store;
  variants: Variants;
  forcedFailures: ForcedFailures;
  generation: { minMs: number; maxMs: number };
  publishingMs: number;
  pageSize: number;
  now(): number;
  /** The server's public address, without `/v1`. */
  origin(): string;
};
