import { shownClock, teamZone } from './clock.ts';
import type { Core } from './core.ts';
import type { Channel, ChatState, Message, OpenView, ShownChannel, User } from './protocol.ts';
import type { StoredMessage } from './stored.ts';
import { inviteCommand } from './user-actions/invite.ts';
import { canSee } from './user-actions/surfaces.ts';
import type { StoredView } from './view-stacks.ts';

/** The messages of a channel that a user sees: none of other users' ephemeral ones, and deleted ones only if they have replies. */
export function visibleMessages(core: Core, user: string, channel: string): StoredMessage[] {
  return core.world
    .messages(channel)
    .filter((one) => (!one.deleted || one.replies > 0) && (!one.privateTo || one.privateTo === user));
}

function shownMessage({ metadata: _, earlier: __, ...message }: StoredMessage): Message {
  return message;
}

function shownChannel(core: Core, user: User, channel: Channel): ShownChannel {
  const { unread } = core.world;
  const other = channel.members.find((one) => one !== user.id);
  const name =
    channel.kind === 'direct' ? (core.world.user(other ?? '')?.name ?? channel.name) : channel.name;
  return {
    ...channel,
    name,
    ...unread.inChannel(user.id, channel),
    readUpTo: unread.readUpTo(user.id, channel.id),
  };
}

/** How many unread notifications each user has, for the badges of the page's user switcher. */
function unreadNotifications({ world }: Core): Record<string, number> {
  const counts = world.users.map(({ id }) => [id, world.unread.unreadNotifications(id).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const shownView = ({
  id,
  hash,
  view,
  errors,
  entered,
}: StoredView): OpenView & { state: StoredView['entered'] } => ({
  id,
  hash,
  view,
  errors,
  state: entered,
});

/** Everything that the page shows to this user. */
export function pageState(core: Core, user: User): ChatState {
  const { world, views, installed } = core;
  const channels = [...world.channels.values()].filter((one) => canSee(user.id, one));
  const home = views.home(user.id);
  return {
    workspace: world.workspace,
    me: user,
    users: world.users,
    groups: world.groups.map(({ id, handle }) => ({ id, handle })),
    channels: channels.map((one) => shownChannel(core, user, one)),
    threads: world.unread.threads(user.id),
    notifications: world.unread.unreadNotifications(user.id),
    unreadNotifications: unreadNotifications(core),
    messages: Object.fromEntries(
      channels.map((one) => [one.id, visibleMessages(core, user.id, one.id).map(shownMessage)]),
    ),
    views: views.stack(user.id).map(shownView),
    ...(home ? { home: { hash: home.hash, view: home.view } } : {}),
    commands: [...installed.commands, inviteCommand],
    shortcuts: installed.shortcuts,
    steps: installed.steps,
    runs: core.workflows.all.filter((run) => run.user === user.id),
    notices: world.notices(user.id),
    hasHome: installed.hasHomeTab,
    guide: core.guide.steps,
    ...(core.liveUrl ? { liveUrl: core.liveUrl } : {}),
    canRestart: core.restartApp !== undefined,
    ...(core.clock ? { clock: shownClock(core.clock, teamZone(core.world)) } : {}),
  };
}
