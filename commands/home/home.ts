import type { BlockAction, ButtonAction } from '@slack/bolt';
import type { Command } from '#commands/kit/command.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { homeSections } from '#src/home/home.ts';
import { homeList, wayHome } from '#views/home/home.ts';
import { readPageRequest, turnActions } from '#views/kit/paged.ts';

export const home: Command = {
  word: 'home',
  about: 'Get a link to your Home tab, which shows what’s waiting for you',
  group: 'see',
  keyless: true,
  run: ({ workspace, app, answer }) => answer({ text: wayHome(workspace, app) }),
  listen(app, { homes }) {
    app.event('app_home_opened', async ({ event, context }) => {
      if (event.tab === 'home' && event.user) await homes.open(workspaceOf(context), event.user);
    });
    for (const section of homeSections)
      for (const action_id of Object.values(turnActions(homeList(section))))
        app.action<BlockAction<ButtonAction>>({ type: 'block_actions', action_id }, async (args) => {
          const { ack, action, body, context } = args;
          const turn = readPageRequest(action.value);
          if (!turn) throw new Error(`a button in ${section} has no page`);
          await homes.open(workspaceOf(context), body.user.id, { section, page: turn.page });
          await ack();
        });
  },
};
