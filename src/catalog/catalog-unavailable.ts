import { ServiceError } from '#src/platform/publishing-api/errors.ts';

/** A list is not in the cache and did not come in time; asking again in a moment may find it, unless it has the kind `shape`. */
export class CatalogUnavailable extends Error {
  readonly kind: 'shape' | 'away';

  constructor(what: string, cause?: unknown) {
    super(`The list of ${what} is not at hand`, { cause });
    this.name = 'CatalogUnavailable';
    this.kind = cause instanceof ServiceError && cause.kind === 'shape' && !cause.retry ? 'shape' : 'away';
  }
}
