import { comingPosts, drawCalendar } from '#views/calendar.ts';
import type { Command } from './command.ts';
import { forBrand } from './parts/which-brand.ts';

const word = 'calendar';

export const calendar: Command = {
  word,
  hint: '[brand]',
  about: 'Show the next four weeks by day',
  ...forBrand(word, async (asked, deps, brand) => {
    const askedAt = deps.now();
    const [posts, zone] = await Promise.all([
      deps.questions.posts(brand.id, { priority: 'person' }),
      deps.people.zoneOf(asked.by),
    ]);
    const coming = comingPosts(posts, askedAt);
    const origin = { workspace: asked.workspace, author: asked.by, channel: asked.channel };
    const cards = await deps.desk.cardsOf(origin, brand, coming, askedAt);
    await asked.answer(drawCalendar(brand.name, coming, cards, zone));
  }),
};
