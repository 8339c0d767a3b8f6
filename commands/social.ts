import { unknownWord } from '#views/help.ts';
import type { Command } from './command.ts';

export const social: Command = {
  slash: 'social',
  hint: 'help',
  about: 'Everything else: `/social help` lists it',
  listen(app, deps) {
    app.command(deps.slash('social'), async ({ command, ack, client, respond }) => {
      await ack();
      const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(command.text.trim()) ?? [];
      const word = first === '' ? 'help' : first.toLowerCase();
      const wanted = deps.commands.find((one) => one.word === word);
      const answer = async (message: Parameters<typeof respond>[0] & object): Promise<void> => {
        await respond({ response_type: 'ephemeral', ...message });
      };
      if (!wanted?.run) {
        const words = deps.commands.flatMap((one) => one.word ?? []);
        await answer(unknownWord(first, words, deps.slash('social')));
        return;
      }
      await wanted.run(
        {
          workspace: command.team_id,
          channel: command.channel_id,
          by: command.user_id,
          text: rest,
          trigger: command.trigger_id,
          client,
          answer,
        },
        deps,
      );
    });
  },
};
