import { unknownWord } from '#views/help.ts';
import type { Command } from './command.ts';
import { outsiderRefusal } from './parts/gate.ts';

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
      const refusal = wanted.changes && (await outsiderRefusal(deps, command.team_id, command.user_id));
      if (refusal) {
        await answer({ text: refusal });
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
