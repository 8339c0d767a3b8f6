import type { Command } from '#commands/kit/command.ts';
import { keyWorks } from '#views/workspaces/me.ts';

export const me: Command = {
  word: 'me',
  about: 'Check whether the publishing service’s API key works and who it belongs to',
  group: 'set',
  async run(invocation, { lookups }) {
    await invocation.answer(keyWorks(await lookups.me()));
  },
};
