/** A bot whose Bo and Cy are both administrators, so that one can be faster than the other. */
import type { TestContext } from 'node:test';
import { type StartedBot, startBot } from './bot.ts';

export const startWithAdministrators = (t: TestContext): Promise<StartedBot> =>
  startBot(t, {
    chat: {
      users: [
        { id: 'U0ANA', name: 'Ana' },
        { id: 'U0BO', name: 'Bo', role: 'admin' },
        { id: 'U0CY', name: 'Cy', role: 'admin' },
      ],
    },
  });
