import { helpText } from '#views/help.ts';
import type { Command } from './command.ts';
import { readerOf } from './parts/reader.ts';

export const help: Command = {
  word: 'help',
  about: 'Show what you can do here',
  group: 'see',
  keyless: true,
  async run(asked, deps) {
    const offered = deps.commands.filter(({ onlyWhere }) => onlyWhere?.(deps) ?? true);
    await asked.answer(helpText(offered, await readerOf(asked, deps), deps.slash));
  },
};
