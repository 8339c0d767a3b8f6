/** Exports a brand's posts from the post index, and sends the file to the person who requested it. */

import type { Catalog } from '#src/catalog/catalog.ts';
import { writeCsv } from '#src/platform/csv.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { done, handlerOf, type Outcome, wakeOf } from '#src/platform/queue/job.ts';
import type { JobDeps } from '#src/posts/ports.ts';
import { reasonOf } from '#src/posts/problem-of.ts';
import { type SendDeps, sendFileOnce } from '#src/posts/send-file.ts';
import {
  postsOnTheirWay,
  postsPerhaps,
  postsSent,
  postsUnread,
  postsUnsent,
} from '#views/spreadsheets/export.ts';
import { exportTable } from '#views/spreadsheets/export-table.ts';
import { isCut } from './columns.ts';
import { type ExportPosts, exportPostsJob } from './jobs.ts';

interface Deps extends JobDeps, SendDeps {
  catalog: Pick<Catalog, 'peekBrands'>;
  zoneFor(brand: string, person: string): Promise<string>;
}

export const exportPostsHandler = handlerOf(
  exportPostsJob,
  runExport,
  async (deps: Deps, { by, brand }, cause) => {
    await deps.personNotifier.direct(by, { text: postsUnread(brand.name, reasonOf(cause)) });
  },
);

async function runExport(deps: Deps, payload: ExportPosts): Promise<Outcome> {
  const { workspace, by, at, form = Date.parse(at), brand, from, until } = payload;
  const texts = { onItsWay: postsOnTheirWay, perhaps: postsPerhaps, unsent: postsUnsent };
  const operation = `share.posts-${by}-${form}`;
  await sendFileOnce(deps, { workspace, by, operation, texts, about: { brand } }, async () => {
    const posts = await postsOf(deps, payload);
    const { unread } = await deps.index.status({ workspace, brand: brand.id });
    const cards = await deps.desk.known(workspace, posts);
    const table = exportTable({
      brand,
      brands: (await deps.catalog.peekBrands()) ?? [],
      posts,
      from,
      until,
      cards: new Map(cards.flatMap((card) => (card.postId ? [[card.postId, card] as const] : []))),
      zone: await deps.zoneFor(brand.id, by),
      slackUrl: await deps.slackUrl(),
    });
    const bytes = new TextEncoder().encode(writeCsv(table));
    const cut = table.rows.filter((row) => row.at(-1) === isCut).length;
    return {
      file: { name: fileName(brand.name, at), title: `Posts of ${brand.name}`, bytes },
      says: postsSent(brand.name, {
        posts: table.rows.length,
        cut,
        days: from !== undefined || until !== undefined,
        unread,
      }),
    };
  });
  return done;
}

/** Data younger than this is exported unless something has changed here since. */
const freshForMs = 60_000;

/** Throws `ReadPending` while the brand is being read. */
async function postsOf({ index, desk }: Deps, payload: ExportPosts): Promise<Post[]> {
  const { workspace, brand } = payload;
  const at = Date.parse(payload.at);
  const { readAt, complete } = await index.status({ workspace, brand: brand.id });
  // not as of the oldest read: a post can have moved to that page since, and then only an earlier read shows it
  const since = at - freshForMs;
  const isFresh = complete && readAt !== undefined && readAt > since;
  const asOf = isFresh && !(await desk.hasChanged(workspace, brand.id, readAt)) ? since : at;
  const { posts } = await index.all({ workspace, brand: brand.id }, asOf, wakeOf(exportPostsJob, payload));
  return desk.withoutDiscarded(workspace, brand.id, posts);
}

function fileName(brand: string, at: string): string {
  const words = brand.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['brand'];
  return `${words.join('-').slice(0, 60)}-posts-${at.slice(0, 10)}.csv`;
}
