import type { Named } from '#src/cards/request.ts';
import { calendarList, comingPosts, drawCalendar } from '#views/calendar.ts';
import { withUnread } from '#views/unread.ts';
import type { Asked, Command, Deps } from './command.ts';
import { onTurn } from './parts/paging.ts';
import { brandWithId, forBrand } from './parts/which-brand.ts';

const brandCommand = forBrand(calendarList, (asked, deps, brand) => show(asked, deps, brand));

export const calendar: Command = {
  word: calendarList,
  hint: '[brand]',
  about: 'Show the next four weeks by day',
  run: brandCommand.run,
  listen(app, shared) {
    brandCommand.listen(app, shared);
    onTurn(app, shared, calendarList, async (asked, deps, { page, of }) =>
      show(asked, deps, await brandWithId(deps, of), page),
    );
  },
};

async function show(asked: Asked, deps: Deps, brand: Named, turnedTo?: number): Promise<void> {
  const [{ posts, unread }, zone] = await Promise.all([
    deps.listedPosts.of(brand.id, turnedTo !== undefined),
    deps.people.zoneOf(asked.by),
  ]);
  const coming = comingPosts(posts, deps.now());
  const cards = await deps.desk.known(asked.workspace, coming);
  const drawn = drawCalendar(brand, coming, cards, zone, turnedTo ?? 0);
  await asked.answer(withUnread(drawn, unread, 'post'));
}
