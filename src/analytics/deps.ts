/** What reports of analytics work with. */

import type { Catalog } from '#src/catalog/catalog.ts';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import type { JobDeps } from '#src/posts/ports.ts';
import type { SharingDeps } from '#src/posts/share-once.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { ResultsStore } from './results-store.ts';

/** What exports and reports share. */
export interface ReadDeps extends JobDeps {
  /** What a column of the analytics export can be called that says which post a row is about. */
  postColumnNames: readonly string[];
}

export type ExportDeps = ReadDeps & SharingDeps;

export interface ResultsDeps extends ReadDeps {
  results: ResultsStore;
  catalog: Catalog;
  teamSettings: TeamSettings;
  storeTrouble: StoreTrouble;
}
