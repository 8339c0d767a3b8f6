import { inviteCommand } from './acts/invite.ts';
import { canSee } from './acts/places.ts';
import { shownClock, teamZone } from './clock.ts';
import type { Core } from './core.ts';
import type { Channel, ChatState, Message, OpenView, Person, ShownChannel } from './protocol.ts';
import type { StoredMessage } from './stored.ts';
import type { Held } from './view-stacks.ts';

/** What this person sees of a channel: no ephemeral message of others, deleted ones only above replies. */
export function visibleMessages(core: Core, person: string, channel: string): StoredMessage[] {
  return core.world
    .messages(channel)
    .filter((one) => (!one.deleted || one.replies > 0) && (!one.privateTo || one.privateTo === person));
}

function shownMessage({ metadata: _, earlier: __, ...message }: StoredMessage): Message {
  return message;
}

function shownChannel(core: Core, person: Person, channel: Channel): ShownChannel {
  const { unread } = core.world;
  const other = channel.members.find((one) => one !== person.id);
  const name =
    channel.kind === 'direct' ? (core.world.person(other ?? '')?.name ?? channel.name) : channel.name;
  return {
    ...channel,
    name,
    ...unread.inChannel(person.id, channel),
    readUpTo: unread.readUpTo(person.id, channel.id),
  };
}

/** How many notifications wait for each person: the switcher of the page shows whom to look in on. */
function waitingFor({ world }: Core): Record<string, number> {
  const counts = world.people.map(({ id }) => [id, world.unread.unseen(id).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const shownView = ({ id, hash, view, errors, entered }: Held): OpenView & { state: Held['entered'] } => ({
  id,
  hash,
  view,
  errors,
  state: entered,
});

/** Everything the page shows to this person. */
export function pageState(core: Core, person: Person): ChatState {
  const { world, views, installed } = core;
  const channels = [...world.channels.values()].filter((one) => canSee(person.id, one));
  const home = views.home(person.id);
  return {
    workspace: world.workspace,
    me: person,
    people: world.people,
    groups: world.groups.map(({ id, handle }) => ({ id, handle })),
    channels: channels.map((one) => shownChannel(core, person, one)),
    threads: world.unread.threads(person.id),
    notifications: world.unread.unseen(person.id),
    waiting: waitingFor(core),
    messages: Object.fromEntries(
      channels.map((one) => [one.id, visibleMessages(core, person.id, one.id).map(shownMessage)]),
    ),
    views: views.stack(person.id).map(shownView),
    ...(home ? { home: { hash: home.hash, view: home.view } } : {}),
    commands: [...installed.commands, inviteCommand],
    shortcuts: installed.shortcuts,
    steps: installed.steps,
    runs: core.workflows.all.filter((run) => run.person === person.id),
    notices: world.notices(person.id),
    hasHome: installed.hasHomeTab,
    guide: core.guide.steps,
    ...(core.liveUrl ? { liveUrl: core.liveUrl } : {}),
    canRestart: core.restartApp !== undefined,
    ...(core.clock ? { clock: shownClock(core.clock, teamZone(core.world)) } : {}),
  };
}
