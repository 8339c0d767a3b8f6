/** Finds the post that a link leads to: by its card, or in the listings that we know. */

import type { Catalog } from '#src/catalog/catalog.ts';
import type { Named, Origin } from '#src/platform/publishing-api/request.ts';
import { shortId } from '#src/platform/publishing-api/short-ids.ts';
import type { Wake } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Core } from '#src/posts/ports.ts';
import type { LinkedPost } from './post-address.ts';

export interface FindDeps extends Pick<Core, 'desk' | 'index'> {
  catalog: Catalog;
}

/** Reads younger than this are good enough, however many links are posted. */
export const freshForMs = 60_000;

export interface Found {
  card: Card;
  /**
   * When the brand's listing was read (epoch ms); absent if the post has a card, which is kept up to date.
   */
  readAt?: number;
}

/** How new a read has to be, and what to run after it. */
interface Read {
  /** Epoch ms. */
  asOf: number;
  wake?: Wake | undefined;
}

/** Asks the service only for the brands, and only if they were never listed. */
export async function findLinked(
  deps: FindDeps,
  origin: Origin,
  { post, brand }: LinkedPost,
): Promise<Found | undefined> {
  const { workspace } = origin;
  const [card] = await deps.desk.known(workspace, [{ id: post }]);
  if (card) return { card };
  for (const of of await brandsMeant(deps, brand)) {
    const shown = await deps.index.find({ workspace, brand: of.id, post });
    if (!shown) continue;
    const [made] = await deps.desk.cardsOf(origin, of, [shown.post], shown.readAt);
    return made && { card: made, readAt: shown.readAt };
  }
  return undefined;
}

/**
 * Makes the smallest read that shows the post since `asOf`, in every brand that it can belong to. Throws
 * `ReadPending`, or a read's `ServiceError`.
 */
export async function readLinked(
  { index, catalog }: FindDeps,
  workspace: string,
  { post, brand }: LinkedPost,
  found: Found | undefined,
  { asOf, wake }: Read,
): Promise<void> {
  if (found?.readAt !== undefined) {
    const postRef = { workspace, brand: found.card.brand, postId: post };
    await index.post(postRef, asOf, wake, 'check');
    return;
  }
  const brands = found ? [] : await brandsMeant({ catalog }, brand);
  const reads = await Promise.allSettled(
    brands.map(async ({ id }) => {
      const brandRef = { workspace, brand: id };
      // for a brand that was never read, older posts are found once someone lists them
      if ((await index.status(brandRef)).complete) await index.recent(brandRef, asOf, wake);
      else await index.start(brandRef, asOf, wake);
    }),
  );
  const failures = reads.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  const pending = failures.find((cause) => (cause as { postponed?: boolean }).postponed);
  if (pending ?? failures[0]) throw pending ?? failures[0];
}

async function brandsMeant(
  { catalog }: Pick<FindDeps, 'catalog'>,
  brand: string | undefined,
): Promise<readonly Named[]> {
  const known = (await catalog.peekBrands()) ?? (await catalog.rememberedBrands());
  const brands = known.length > 0 ? known : await catalog.brands();
  return brand === undefined ? brands : brands.filter(({ id }) => id === shortId(brand));
}
