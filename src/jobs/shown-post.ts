/** The last look at a post before something is sent about it. */
import type { Card } from '#src/cards/card.ts';
import type { Post } from '#src/cards/post.ts';
import type { JobDeps } from './deps.ts';

/** The card's post as the service shows it now; `undefined`: it is not listed. */
export async function shownPost(
  deps: Pick<JobDeps, 'service'>,
  { brand, postId }: Card,
): Promise<Post | undefined> {
  return postId === undefined ? undefined : deps.service.post(brand.id, postId, { priority: 'operation' });
}
