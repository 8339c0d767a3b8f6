import { helpText } from '#views/help.ts';
import type { Command } from './command.ts';
import { offeredHere, readerOf } from './parts/reader.ts';

export const help: Command = {
  word: 'help',
  about: 'Show what you can do here',
  group: 'see',
  keyless: true,
  async run(asked, deps) {
    await asked.answer(helpText(offeredHere(deps), await readerOf(asked, deps), deps.slash));
  },
};
