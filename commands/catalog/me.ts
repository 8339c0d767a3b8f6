import type { Command } from '#commands/kit/command.ts';
import { keyWorks } from '#views/catalog/me.ts';

export const me: Command = {
  word: 'me',
  about: 'Check whether the API key of the publishing service works, and whose it is',
  group: 'set',
  async run(asked, { questions }) {
    await asked.answer(keyWorks(await questions.me()));
  },
};
