import { app, botPerson } from '../defaults.ts';
import { ApiError, type Methods } from './method.ts';

export const appMethods: Methods = {
  'api.test': {
    run(_core, args) {
      if (args.has('error')) throw new ApiError(args.text('error'), { args: args.all });
      return { args: args.all };
    },
  },
  'auth.test': {
    run: (core) => ({
      url: `${core.url}/`,
      team: core.world.workspace.name,
      team_id: core.world.workspace.id,
      user: botPerson.name.toLowerCase(),
      user_id: app.botUser,
      bot_id: app.botId,
      is_enterprise_install: false,
    }),
  },
  'apps.connections.open': {
    appToken: true,
    run: (core) => ({ url: core.url.replace('http', 'ws') + core.socket.ticket() }),
  },
};
