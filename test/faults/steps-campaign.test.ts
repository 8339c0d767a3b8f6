import { askFor, testEveryStep } from './steps.ts';

testEveryStep({
  name: 'campaign',
  on: 'POST /campaigns',
  begin: (bot) => askFor(bot, '/campaign', { Posts: '2' }),
  ends: /2 posts to review/,
  again: 'Generate again',
});
