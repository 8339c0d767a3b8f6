import { cardSays } from '#test/support/card-says.ts';
import { askFor, testEveryStep } from './steps.ts';

testEveryStep({
  name: 'generate',
  on: 'POST /post/ai',
  begin: (bot) => askFor(bot, '/ai-post'),
  ends: cardSays.ready,
  again: 'Generate again',
});
