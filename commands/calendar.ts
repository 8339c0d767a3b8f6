import { drawCalendar } from '#views/calendar.ts';
import type { Command } from './command.ts';
import { forBrand } from './parts/which-brand.ts';

const word = 'calendar';

export const calendar: Command = {
  word,
  hint: '[brand]',
  about: 'Show the next four weeks by day',
  ...forBrand(word, async (asked, deps, brand) => {
    const [posts, zone] = await Promise.all([
      deps.questions.posts(brand.id, { priority: 'person' }),
      deps.people.zoneOf(asked.by),
    ]);
    await asked.answer(drawCalendar(brand.name, posts, zone, deps.now()));
  }),
};
