import { onButton } from '#commands/kit/button.ts';
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
  listen(app, shared) {
    const { homes } = shared;
    app.event('app_home_opened', async ({ event, context }) => {
      if (event.tab === 'home' && event.user) await homes.open(workspaceOf(context), event.user);
    });
    for (const section of homeSections)
      for (const action_id of Object.values(turnActions(homeList(section))))
        onButton(app, shared, { action_id }, async ({ workspace, by, value, ack }) => {
          const turn = readPageRequest(value);
          if (!turn) throw new Error(`a button in ${section} has no page`);
          await homes.open(workspace, by, { section, page: turn.page });
          await ack();
        });
  },
};
