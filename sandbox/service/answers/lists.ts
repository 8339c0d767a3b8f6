import type { Answer } from '#sandbox/service/http/answer.ts';
import { limits } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

export type PageQuery = {
  brandId: string;
  page?: number | undefined;
  perPage?: number | undefined;
  cursor?: string | undefined;
};

export type PageWindow = { page: number; offset: number; limit: number };

/** The range of records to return. A `perPage` above the maximum is clamped, and a `page` before the first counts as the first. */
export function readWindow({ page, perPage, cursor }: PageQuery, world: World): PageWindow {
  if (world.variants.pages === 'none') return { page: 0, offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const limit = Math.min(perPage ?? world.pageSize, limits.perPage);
  const { firstPage } = world.variants;
  const counted = Math.max(0, (page ?? firstPage) - firstPage);
  const number = cursor === undefined ? counted : Number(cursor.replace('after-', ''));
  return { page: number, offset: number * limit, limit };
}

/** Wraps one page of a listing the way the variant does. */
export function answerList(
  resource: string,
  records: unknown[],
  total: number,
  window: PageWindow,
  { variants }: World,
): Answer {
  const more = pageFacts(variants, total, window);
  if (variants.list === 'bare' && !more) return { status: 200, body: records };
  const name = { bare: 'data', data: 'data', items: 'items', resource }[variants.list];
  return { status: 200, body: { [name]: records, ...more } };
}

/** Returns one page of an in-memory list. */
export function answerWhole(resource: string, records: unknown[], query: PageQuery, world: World): Answer {
  const window = readWindow(query, world);
  const page = records.slice(window.offset, window.offset + window.limit);
  return answerList(resource, page, records.length, window, world);
}

function pageFacts(
  { pages, firstPage }: World['variants'],
  total: number,
  { page, offset, limit }: PageWindow,
) {
  const hasMore = offset + limit < total;
  switch (pages) {
    case 'hasMore':
      return { hasMore };
    case 'nextCursor':
      return { nextCursor: hasMore ? `after-${page + 1}` : null };
    case 'nextPage':
      return { nextPage: hasMore ? firstPage + page + 1 : null };
    case 'total':
      return { total };
    default:
      return undefined;
  }
}
