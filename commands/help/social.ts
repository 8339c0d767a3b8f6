import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked, Command, SharedDeps } from '#commands/kit/command.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { commandOf, runWord } from '#commands/posts/subcommand.ts';
import { unknownWord } from '#views/help/unknown-word.ts';
import { unescaped } from '#views/kit/text.ts';
import { offeredHere, readerOf } from './for-user.ts';

/** Slack waits three seconds. */
const acksWithinMs = 2_000;

export const social: Command = {
  slash: 'social',
  hint: 'help',
  about: 'Everything else: type `help` for the list',
  listen(app, shared) {
    app.command(shared.slash('social'), async ({ command, ack, client, context, respond }) => {
      const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(unescaped(command.text).trim()) ?? [];
      const wanted = commandOf(shared.commands, first === '' || first === '?' ? 'help' : first.toLowerCase());
      const asked: Asked = {
        workspace: workspaceOf(context),
        channel: command.channel_id,
        by: command.user_id,
        text: rest,
        trigger: command.trigger_id,
        app: command.api_app_id,
        client,
        place: { address: command.response_url, message: command.trigger_id, isAnswer: true },
        async answer(message) {
          await respond({ response_type: 'ephemeral', ...message });
        },
      };
      const acksLater = wanted?.acksWhenRecorded === true;
      if (!acksLater) await ack();
      const run = wanted ? runWord(shared, wanted, asked, undefined) : answerUnknown(shared, asked, first);
      if (acksLater) {
        await Promise.race([run, sleep(acksWithinMs, undefined, { ref: false })]);
        await ack();
      }
      await run;
    });
  },
};

async function answerUnknown(shared: SharedDeps, asked: Asked, word: string): Promise<void> {
  const deps = await shared.inWorkspace(asked.workspace);
  const reader = await readerOf(asked, deps);
  await asked.answer(unknownWord(word, offeredHere(deps), reader, deps.slash));
}
