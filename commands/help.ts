import { helpText } from '#views/help.ts';
import type { Command } from './command.ts';

export const help: Command = {
  word: 'help',
  about: 'List what Presscheck can do',
  keyless: true,
  async run(asked, deps) {
    await asked.answer(helpText(deps.commands, deps.slash));
  },
};
