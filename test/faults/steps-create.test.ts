import { askFor, testEveryStep } from './steps.ts';

testEveryStep({
  name: 'create',
  on: 'POST /post',
  begin: (bot) => askFor(bot, '/post'),
  ends: /Ready for review/,
  again: 'Send again',
});
