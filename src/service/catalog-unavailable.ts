/** A list is not in the cache and did not come in time; asking again in a moment may find it. */
export class CatalogUnavailable extends Error {
  constructor(what: string, cause?: unknown) {
    super(`The list of ${what} is not at hand`, { cause });
    this.name = 'CatalogUnavailable';
  }
}
