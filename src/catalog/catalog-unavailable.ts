import { ServiceError } from '#src/platform/publishing-api/errors.ts';

/**
 * A list isn't cached and didn't arrive in time. Another attempt in a moment may find it, unless the kind is
 * `shape`.
 */
export class CatalogUnavailable extends Error {
  readonly kind: 'shape' | 'away';

  constructor(what: string, cause?: unknown) {
    super(`The list of ${what} is not at hand`, { cause });
    this.name = 'CatalogUnavailable';
    this.kind = cause instanceof ServiceError && cause.kind === 'shape' && !cause.retry ? 'shape' : 'away';
  }
}
