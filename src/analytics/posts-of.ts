/** The posts that the rows of an export are about. */

import type { Columns } from './columns.ts';
import type { ReadDeps } from './deps.ts';
import { type ExportedPost, type PostsInExport, postColumns, rowsByPost } from './results.ts';

/**
 * The posts that have a card or are in the brand's index, and the column with their ids; `undefined` if no
 * column has ids of posts.
 */
export async function postsOf(
  { cards, index, postColumnNames }: Pick<ReadDeps, 'cards' | 'index' | 'postColumnNames'>,
  { workspace, brand }: { workspace: string; brand: string },
  columns: Columns,
): Promise<PostsInExport | undefined> {
  for (const column of postColumns(columns, postColumnNames)) {
    const rows = rowsByPost(column);
    const claims = await cards.claims(workspace, [...rows.keys()]);
    const found = await cards.getAll(workspace, [...new Set(claims.values())]);
    const cardOf = new Map(found.map((card) => [card.id, card]));
    const { posts: listed } = await index.known({ workspace, brand });
    const captionOf = new Map(listed.map(({ id, caption }) => [id, caption]));
    const posts = [...rows].flatMap(([id, ofPost]): ExportedPost[] => {
      const card = cardOf.get(claims.get(id) ?? '');
      const caption = card?.content.caption ?? captionOf.get(id);
      return caption === undefined ? [] : [{ id, caption, card, rows: ofPost }];
    });
    if (posts.length > 0) return { column, posts };
  }
  return undefined;
}
