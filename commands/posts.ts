import type { Card } from '#src/cards/card.ts';
import type { Named } from '#src/cards/request.ts';
import { type Review, reviewOf } from '#src/cards/rules.ts';
import { pageOf } from '#views/paged.ts';
import { drawPosts, postsList, postsOnPage } from '#views/posts.ts';
import type { Asked, Command, Deps } from './command.ts';
import { onTurn } from './parts/paging.ts';
import { brandWithId, forBrand } from './parts/which-brand.ts';

const brandCommand = forBrand(postsList, (asked, deps, brand) => show(asked, deps, brand, 0));

export const posts: Command = {
  word: postsList,
  hint: '[brand]',
  about: 'Show what is draft, scheduled, published or generating, with the buttons to decide',
  run: brandCommand.run,
  listen(app, deps) {
    brandCommand.listen(app, deps);
    onTurn(app, deps, postsList, async (asked, _deps, { page, of }) =>
      show(asked, deps, await brandWithId(deps, of), page),
    );
  },
};

async function show(asked: Asked, deps: Deps, brand: Named, wanted: number): Promise<void> {
  const askedAt = deps.now();
  const listing = await deps.questions.posts(brand.id, { priority: 'person' });
  const page = pageOf(listing, wanted, postsOnPage);
  const origin = { workspace: asked.workspace, author: asked.by, channel: asked.channel };
  const rows = await deps.desk.cardsOf(origin, brand, page.rows, askedAt);
  const panel = await deps.panels.of(asked.workspace, brand.id);
  const review = (card: Card): Review | undefined => panel && reviewOf(card, panel, deps.now());
  await asked.answer(drawPosts(brand, { ...page, rows }, review));
}
