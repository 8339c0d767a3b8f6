import type { Command } from '#commands/kit/command.ts';
import { helpText } from '#views/help/help.ts';
import { offeredHere, readerOf } from './for-user.ts';

export const help: Command = {
  word: 'help',
  about: 'See what you can do here',
  group: 'see',
  keyless: true,
  async run(asked, deps) {
    await asked.answer(helpText(offeredHere(deps), await readerOf(asked, deps), deps.slash));
  },
};
