import { brandPages } from '#commands/catalog/brand-pages.ts';
import type { Command, Deps, ListInvocation } from '#commands/kit/command.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import { permissionsOf } from '#src/posts/card/permissions.ts';
import { type Review, reviewOf } from '#src/posts/card/rule.ts';
import { type PageRequest, pageOf, withUnread } from '#views/kit/paged.ts';
import { postsInOrder, postsList, postsOnPage, renderPosts } from '#views/posts/posts.ts';
import { roleInBrand, roleOf } from './authorize.ts';
import { inFull, listedPosts } from './listed-posts.ts';

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
  const [approvers, paused, slots, role, slackUrl, zone] = await Promise.all([
    deps.approversReader.of(invocation.workspace, brand.id),
    deps.pauses.of(invocation.workspace, brand.id),
    deps.slots.brands(invocation.workspace),
    roleOf(deps, invocation.by, undefined).then((one) => roleInBrand(deps, one, brand.id)),
    deps.slackUrl(),
    deps.zoneFor(brand.id, invocation.by),
  ]);
  const clock = { now: deps.now(), zone };
  const { slash, undoForMs } = deps;
  const review = (card: Card): Review | undefined => approvers && reviewOf(card, approvers, clock.now);
  const permissions = (card: Card) => permissionsOf(card, approvers, { user: invocation.by, role });
  const rendered = renderPosts(
    brand,
    { ...page, rows },
    {
      notAttachedOf: (card) => notAttached(card, deps.postFiles),
      reviewOf: review,
      undoForMs,
      paused,
      slash,
      reader: { user: invocation.by, slackUrl },
      clock,
      listed,
      hasSlots: slots.has(brand.id),
      isFollowed: turned?.isFollowed,
      // others see all buttons; clicking one tells them who can decide
      actsOf: role === 'outsider' || role === 'guest' ? permissions : undefined,
    },
  );
  await invocation.answer(withUnread(rendered, unread, 'post'));
  await known.completesLater();
}
