import type { Named } from '#src/cards/request.ts';
import { calendarList, comingPosts, drawCalendar, isToCome } from '#views/calendar.ts';
import { withUnread } from '#views/unread.ts';
import type { Asked, Command, Deps } from './command.ts';
import { brandPages } from './parts/brand-pages.ts';

export const calendar: Command = {
  ...brandPages(calendarList, show),
  about: 'Show the next four weeks by day',
};

async function show(asked: Asked, deps: Deps, brand: Named, turnedTo?: number): Promise<void> {
  const [{ posts, unread }, zone, rule] = await Promise.all([
    deps.listedPosts.of(brand.id, turnedTo !== undefined),
    deps.people.zoneOf(asked.by),
    deps.rules.of(asked.workspace, brand.id),
  ]);
  const cards = await deps.desk.known(asked.workspace, posts.filter(isToCome));
  const coming = comingPosts(posts, { cards, ruled: rule !== undefined }, deps.now());
  const drawn = drawCalendar(brand, coming, cards, zone, turnedTo ?? 0);
  await asked.answer(withUnread(drawn, unread, 'post'));
}
