import type { Asked, Command, Deps } from '#commands/kit/command.ts';
import { onPage } from '#commands/kit/paging.ts';
import type { Unread } from '#src/platform/publishing-api/service.ts';
import { madeInService, renderList } from '#views/catalog/lists.ts';
import { withUnread } from '#views/kit/paged.ts';

const word = 'brands';

export const brands: Command = {
  word,
  about: 'List your brands',
  run: (asked, deps) => show(asked, deps, 0),
  listen(app, shared) {
    onPage(app, shared, word, (asked, deps, { page }) => show(asked, deps, page));
  },
};

async function show(asked: Asked, { questions }: Deps, page: number): Promise<void> {
  const unreads: Unread[] = [];
  const rows = await questions.brands({ leftOut: (what) => unreads.push(what) });
  const drawn = renderList({ list: word, title: 'Brands', of: '', rows, none: madeInService }, page);
  await asked.answer(withUnread(drawn, unreads[0], 'brand'));
}
