/**
 * The welcome message for the person who installed Presscheck. A job sends it; this file decides for whom,
 * and handles its buttons.
 */

import { onButton } from '#commands/kit/button.ts';
import type { Listener } from '#commands/kit/command.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { commandOf, runWord } from '#commands/posts/subcommand.ts';
import { welcomeJob } from '#src/onboarding/jobs.ts';
import { welcomeActions } from '#views/onboarding/welcome.ts';

/** How many people are remembered before the memory is cleared. It only saves reads. */
const rememberedAtMost = 10_000;

export const onWelcome: Listener = (app, shared) => {
  // people who opened the app since this process started, for whom it has checked whether to welcome them
  const offered = new Set<string>();
  app.event('app_home_opened', async ({ event, context }) => {
    const workspace = workspaceOf(context);
    const { user } = event;
    const who = `${workspace} ${user}`;
    if (!user || offered.has(who)) return;
    await shared.jobs.enqueue(welcomeJob, { workspace, user, installer: false });
    if (offered.size >= rememberedAtMost) offered.clear();
    offered.add(who);
  });

  for (const [word, action_id] of welcomeActions)
    onButton(app, shared, { action_id, acksFirst: true }, async (pressed) => {
      const invoked = commandOf(shared.commands, word);
      if (!invoked) throw new Error(`there is no command for the button ${action_id}`);
      // a card can't be in a direct message, so a form that asks for a channel elsewhere asks here, too
      const channel = invoked.shortcut?.type === 'global' ? '' : pressed.channel;
      await runWord(shared, invoked, { ...pressed, channel, answer: pressed.answerPrivately }, pressed.team);
    });
};
