import { askFor, testEveryStep } from './steps.ts';

testEveryStep({
  name: 'generate',
  on: 'POST /post/ai',
  begin: (bot) => askFor(bot, '/ai-post'),
  ends: /Ready for review/,
  again: 'Generate again',
});
