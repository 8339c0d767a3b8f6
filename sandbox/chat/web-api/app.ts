import { app, appUser } from '../defaults.ts';
import type { Methods } from './method.ts';

export const appMethods: Methods = {
  'auth.test': {
    run: (core) => ({
      url: `${core.url}/`,
      team: core.world.workspace.name,
      team_id: core.world.workspace.id,
      user: appUser.name.toLowerCase(),
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
