import { unknownWord } from '#views/help.ts';
import type { Command } from './command.ts';
import { outsiderRefusal } from './parts/gate.ts';
import { demandKey } from './parts/key.ts';
import { workspaceOf } from './parts/workspace.ts';

export const social: Command = {
  slash: 'social',
  hint: 'help',
  about: 'Everything else: `/social help` lists it',
  listen(app, shared) {
    app.command(shared.slash('social'), async ({ command, ack, client, context, respond }) => {
      await ack();
      const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(command.text.trim()) ?? [];
      const word = first === '' ? 'help' : first.toLowerCase();
      const wanted = shared.commands.find((one) => one.word === word);
      const answer = async (message: Parameters<typeof respond>[0] & object): Promise<void> => {
        await respond({ response_type: 'ephemeral', ...message });
      };
      if (!wanted?.run) {
        const words = shared.commands.flatMap((one) => one.word ?? []);
        await answer(unknownWord(first, words, shared.slash('social')));
        return;
      }
      const workspace = workspaceOf(context);
      const deps = await shared.inWorkspace(workspace);
      const refusal = wanted.changes && (await outsiderRefusal(deps, workspace, command.user_id, undefined));
      if (refusal) {
        await answer({ text: refusal });
        return;
      }
      if (!wanted.keyless) demandKey(deps);
      await wanted.run(
        {
          workspace,
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
