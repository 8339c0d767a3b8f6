import { askFor, testEveryStep } from './steps.ts';

testEveryStep({
  name: 'publish',
  on: 'PATCH /post/*',
  async begin(bot) {
    await askFor(bot, '/post');
    const card = await bot.ana.sees('social', /Ready for review/);
    await bot.bo.clicks(card, 'Approve & publish');
  },
  ends: /Published by/,
  again: 'Publish again',
});
