/** The last look at a post before something is sent about it. */
import type { Card } from '#src/cards/card.ts';
import type { Post } from '#src/cards/post.ts';
import type { JobDeps } from './deps.ts';

/** The card's post as the listing shows it, which is read no further than that; `undefined`: it is not listed. */
export async function shownPost(
  deps: Pick<JobDeps, 'service'>,
  { brand, postId }: Card,
): Promise<Post | undefined> {
  const isIt = ({ id }: Post): boolean => id === postId;
  const listing = await deps.service.posts(brand.id, { priority: 'person' }, (page) => page.some(isIt));
  return listing.find(isIt);
}
