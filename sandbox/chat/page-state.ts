import { inviteCommand } from './acts/invite.ts';
import { canSee } from './acts/places.ts';
import type { Core } from './core.ts';
import type { Channel, ChatState, Message, OpenView, Person } from './protocol.ts';
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

function shownChannel(core: Core, person: Person, channel: Channel): Channel {
  const read = core.world.lastRead(person.id, channel.id);
  const unread = visibleMessages(core, person.id, channel.id).filter(
    (one) => one.ts > read && one.user !== person.id && !one.deleted,
  );
  const other = channel.members.find((one) => one !== person.id);
  const name =
    channel.kind === 'direct' ? (core.world.person(other ?? '')?.name ?? channel.name) : channel.name;
  return { ...channel, name, unread: unread.length };
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
    messages: Object.fromEntries(
      channels.map((one) => [one.id, visibleMessages(core, person.id, one.id).map(shownMessage)]),
    ),
    views: views.stack(person.id).map(shownView),
    ...(home ? { home: { hash: home.hash, view: home.view } } : {}),
    commands: [...installed.commands, inviteCommand],
    shortcuts: installed.shortcuts,
    notices: world.notices(person.id),
    hasHome: installed.hasHomeTab,
    firstSteps: core.firstSteps,
    firstLook: world.untouched,
  };
}
