/** A service with as many rows as a test wants, which pages them in its own way. */
import type { Reply, Seen } from './raw-server.ts';

type Style = 'short' | 'hasMore' | 'nextCursor' | 'nextPage' | 'total';

export interface Shop {
  style: Style;
  total: number;
  /** The default page size. */
  size: number;
  /** The number of the first page. Default: 0. */
  first?: number;
  oldestFirst?: boolean;
  /** Pages after the last one return 404. */
  endIsRefused?: boolean;
  takesPage?: boolean;
  takesSize?: boolean;
  ignoresSize?: boolean;
  ignoresPage?: boolean;
}

export const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `p${index}` }));
export const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();

/** Answers pages the way public documentation has them: `page` from 0, `perPage` clamped to 50. */
export function answer(shop: Shop): (seen: Seen) => Reply {
  return ({ query }) => {
    if (query.page !== undefined && shop.takesPage === false)
      return { status: 400, json: { message: 'page' } };
    if (query.perPage !== undefined && shop.takesSize === false)
      return { status: 422, json: { message: 'perPage' } };
    const asked = shop.ignoresSize ? undefined : query.perPage;
    const size = asked === undefined ? shop.size : Math.min(Number(asked), 50);
    const { first = 0 } = shop;
    const cursor = query.cursor === undefined ? undefined : Number(query.cursor.slice(1));
    // many services take a number before the first page for the first
    const page = shop.ignoresPage ? 0 : (cursor ?? Math.max(0, Number(query.page ?? first) - first));
    const all = rowsOf(shop.total);
    const rows = (shop.oldestFirst ? all : all.reverse()).slice(page * size, (page + 1) * size);
    if (rows.length === 0 && page > 0 && shop.endIsRefused) return { status: 404, json: { message: 'page' } };
    const more = (page + 1) * size < shop.total;
    if (shop.style === 'short') return { json: rows };
    const says = {
      hasMore: { hasMore: more },
      nextCursor: { nextCursor: more ? `c${page + 1}` : null },
      nextPage: { nextPage: more ? first + page + 1 : null },
      total: { total: shop.total },
    }[shop.style];
    return { json: { data: rows, ...says } };
  };
}
