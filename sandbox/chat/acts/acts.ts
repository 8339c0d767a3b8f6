import { stopAfter, teamZone, travels } from '../clock.ts';
import type { Core } from '../core.ts';
import type { Acts, OptionsResult } from '../protocol.ts';
import type { StoredMessage } from '../stored.ts';
import { action, options } from './actions.ts';
import { CannotAct } from './cannot-act.ts';
import { type CommandResult, command } from './commands.ts';
import { say } from './messages.ts';
import { close, type Submitted, submit } from './modals.ts';
import { react } from './reactions.ts';
import { openHome, shortcut } from './shortcuts.ts';
import { runStep } from './steps.ts';

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

/** Everything a person can do, for the page and for the tests' drivers alike. */
export type PersonActs = { [Act in keyof Acts]: (person: string, body: Acts[Act]) => Promise<Results[Act]> };

export function createActs(core: Core): PersonActs {
  return {
    async message(person, body) {
      if (body.text.startsWith('/') && !body.thread) return command(core, person, body);
      if (!body.text.startsWith('/')) return { message: say(core, person, body) };
      const name = body.text.split(/\s/, 1)[0];
      return {
        notice: core.world.notify(person, `${name} is not supported in threads. Sorry!`, body.channel),
      };
    },
    command: (person, body) => command(core, person, body),
    async react(person, body) {
      react(core, person, body);
      return undefined;
    },
    shortcut: (person, body) => shortcut(core, person, body),
    action: (person, body) => action(core, person, body),
    options: (person, body) => options(core, person, body),
    submit: (person, body) => submit(core, person, body),
    async close(person, body) {
      await close(core, person, body);
      return undefined;
    },
    async openHome(person) {
      await openHome(core, person);
      return undefined;
    },
    runStep: (person, body) => runStep(core, person, body),
    async travel(_, { to }) {
      const { clock } = core;
      if (!clock) throw new CannotAct('The clock can’t be moved here.');
      const zone = teamZone(core.world);
      const at = travels(clock, zone)[to];
      if (at === undefined) throw new CannotAct('No post is scheduled.');
      await clock.travel(at, (now) => stopAfter(now, zone, clock.nextPost()));
      return undefined;
    },
    async restart() {
      if (!core.restartApp) throw new CannotAct('The bot can’t be restarted here.');
      await core.restartApp();
      return undefined;
    },
    async dismiss(person, body) {
      core.world.dismiss(person, body.notice);
      return undefined;
    },
    async read(person, body) {
      core.world.markRead(person, body);
      return undefined;
    },
  };
}
