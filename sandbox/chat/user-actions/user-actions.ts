import { stopAfter, teamZone, travelTargets } from '../clock.ts';
import type { Core } from '../core.ts';
import type { OptionsResult, UserActions } from '../protocol.ts';
import type { StoredMessage } from '../stored.ts';
import { action, options } from './block-actions.ts';
import { type CommandResult, command } from './commands.ts';
import { say } from './messages.ts';
import { close, type Submitted, submit } from './modals.ts';
import { NotAllowed } from './not-allowed.ts';
import { react } from './reactions.ts';
import { openHome, shortcut } from './shortcuts.ts';
import { runStep } from './workflow-steps.ts';

interface Results {
  message: { message?: StoredMessage; notice?: string };
  command: CommandResult;
  react: undefined;
  shortcut: { notice?: string };
  action: { notice?: string };
  options: OptionsResult;
  submit: Submitted;
  close: undefined;
  openHome: undefined;
  runStep: { run: string };
  travel: undefined;
  restart: undefined;
  dismiss: undefined;
  read: undefined;
}

/** Everything a user can do, for both the page and the test driver. */
export type UserActionHandlers = {
  [UserAction in keyof UserActions]: (
    user: string,
    body: UserActions[UserAction],
  ) => Promise<Results[UserAction]>;
};

export function createUserActions(core: Core): UserActionHandlers {
  return {
    async message(user, body) {
      if (body.text.startsWith('/') && !body.thread) return command(core, user, body);
      if (!body.text.startsWith('/')) return { message: say(core, user, body) };
      const name = body.text.split(/\s/, 1)[0];
      return {
        notice: core.world.notify(user, `${name} is not supported in threads. Sorry!`, body.channel),
      };
    },
    command: (user, body) => command(core, user, body),
    async react(user, body) {
      react(core, user, body);
      return undefined;
    },
    shortcut: (user, body) => shortcut(core, user, body),
    action: (user, body) => action(core, user, body),
    options: (user, body) => options(core, user, body),
    submit: (user, body) => submit(core, user, body),
    async close(user, body) {
      await close(core, user, body);
      return undefined;
    },
    async openHome(user) {
      await openHome(core, user);
      return undefined;
    },
    runStep: (user, body) => runStep(core, user, body),
    async travel(_, { to }) {
      const { clock } = core;
      if (!clock) throw new NotAllowed('The clock can’t be moved here.');
      const zone = teamZone(core.world);
      const at = travelTargets(clock, zone)[to];
      if (at === undefined) throw new NotAllowed('No post is scheduled.');
      await clock.travel(at, (now) => stopAfter(now, zone, clock.nextPost()));
      return undefined;
    },
    async restart() {
      if (!core.restartApp) throw new NotAllowed('The bot can’t be restarted here.');
      await core.restartApp();
      return undefined;
    },
    async dismiss(user, body) {
      core.world.dismiss(user, body.notice);
      return undefined;
    },
    async read(user, body) {
      core.world.markRead(user, body);
      return undefined;
    },
  };
}
