/** Posts of one brand that a pause of all brands unscheduled: people decide about them in the list of all brands. */

import type { Deps } from '#commands/kit/command.ts';
import { isUndecided } from '#src/posts/card/attention.ts';
import { scopeOf } from '#src/posts/card/scope.ts';

/** How many posts of the brand wait there that aren't in its own list; `listed`: the ids of those that are. */
export async function waitingInAll(deps: Deps, brand: string, listed: ReadonlySet<string>): Promise<number> {
  const pausedPosts = await deps.pauses.posts(deps.workspace, scopeOf(undefined));
  const posts = pausedPosts.filter(
    (post) => post.brand.id === brand && post.state === 'unscheduled' && !listed.has(post.id),
  );
  const known = await deps.desk.known(deps.workspace, posts);
  const decided = new Set(known.filter((card) => !isUndecided(card)).map(({ postId }) => postId));
  return posts.filter(({ id }) => !decided.has(id)).length;
}
