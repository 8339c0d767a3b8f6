import { unknownWord } from '#views/help.ts';
import type { Asked, Command } from './command.ts';
import { commandOf, runWord } from './parts/word.ts';
import { workspaceOf } from './parts/workspace.ts';

export const social: Command = {
  slash: 'social',
  hint: 'help',
  about: 'Everything else: type `help` behind it for the list',
  listen(app, shared) {
    app.command(shared.slash('social'), async ({ command, ack, client, context, respond }) => {
      await ack();
      const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(command.text.trim()) ?? [];
      const wanted = commandOf(shared.commands, first === '' ? 'help' : first.toLowerCase());
      const answer: Asked['answer'] = async (message) => {
        await respond({ response_type: 'ephemeral', ...message });
      };
      if (!wanted) {
        const words = shared.commands.flatMap((one) => one.word ?? []);
        await answer(unknownWord(first, words, shared.slash('social')));
        return;
      }
      const asked: Asked = {
        workspace: workspaceOf(context),
        channel: command.channel_id,
        by: command.user_id,
        text: rest,
        trigger: command.trigger_id,
        client,
        answer,
      };
      await runWord(shared, wanted, asked, undefined);
    });
  },
};
