import { brandQuery, cursorListQuery, listQuery } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

/** What a listing takes: `cursor` only where answers carry one, and no paging where there are no pages. */
export function listQueryFor({ variants }: World) {
  if (variants.pages === 'nextCursor') return cursorListQuery;
  return variants.pages === 'none' ? brandQuery : listQuery;
}
