import { brandPages } from '#commands/catalog/brand-pages.ts';
import type { Command, Deps, ListInvocation } from '#commands/kit/command.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import { type PageRequest, pageOf, withUnread } from '#views/kit/paged.ts';
import { postsInOrder, postsList, postsOnPage, renderPosts } from '#views/posts/posts.ts';
import { inFull, listedPosts } from './listed-posts.ts';
import { lookAtBrand } from './look-at-brand.ts';

export const posts: Command = {
  ...brandPages(postsList, show),
  about: 'See a brand’s posts and drafts, and review, edit, or schedule them',
};

async function show(
  invocation: ListInvocation,
  deps: Deps,
  brand: Named,
  turned?: PageRequest,
): Promise<void> {
  const known = await listedPosts(invocation, deps, brand, { list: postsList, turned });
  if (!known) return;
  const { posts: all, listed, unread } = known;
  const page = pageOf(postsInOrder(all), turned?.page ?? 0, postsOnPage);
  const origin = { workspace: invocation.workspace, author: invocation.by, channel: invocation.channel };
  const { readAt } = listed;
  const shown = await inFull(invocation, deps, brand, page.rows, {
    list: postsList,
    page: page.page,
    readAt,
  });
  const rows = await deps.desk.cardsOf(origin, brand, shown, readAt);
  const { role, permissionsOf, reviewOf, options } = await lookAtBrand(deps, brand.id, invocation.by);
  const rendered = renderPosts(
    brand,
    { ...page, rows },
    {
      ...options,
      notAttachedOf: (card) => notAttached(card, deps.postFiles),
      reviewOf,
      slash: deps.slash,
      listed,
      isFollowed: turned?.isFollowed,
      // others see all buttons; clicking one tells them who can decide
      actsOf: role === 'outsider' || role === 'guest' ? permissionsOf : undefined,
    },
  );
  await invocation.answer(withUnread(rendered, unread, 'post'));
  await known.completesLater();
}
