import { cardSays } from '#test/support/card-says.ts';
import { askFor, testEveryStep } from './steps.ts';

testEveryStep({
  name: 'publish',
  on: 'PATCH /post/*',
  async begin(bot) {
    await askFor(bot, '/post');
    const card = await bot.ana.sees('social', cardSays.ready);
    await bot.bo.clicks(card, 'Approve & publish');
  },
  ends: /Published by/,
  again: 'Publish again',
});
