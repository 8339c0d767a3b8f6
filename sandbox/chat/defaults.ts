import type { Channel, User } from './protocol.ts';

/** The only app in this chat, with its Slack IDs. */
export const app = { id: 'A0PRESS', botId: 'B0PRESS', botUser: 'U0PRESS', verificationToken: 'sandbox' };

export interface Workspace {
  id: string;
  name: string;
}

export interface UserOptions {
  id: string;
  name: string;
  realName?: string;
  zone?: string;
  color?: string;
  /** Default: `member`. */
  role?: User['role'];
  team?: string;
}

export interface ChannelOptions {
  id?: string;
  name: string;
  kind?: 'public' | 'private';
  topic?: string;
  /** Ids or names; absent: everyone. */
  members?: string[];
  /** Whether the bot is a member. Default: yes. */
  bot?: boolean;
}

export interface GroupOptions {
  id: string;
  handle: string;
  name: string;
  /** Ids or names. */
  members: string[];
}

export const defaultWorkspace: Workspace = { id: 'T0PRESS', name: 'Northwind' };

export const defaultUsers: UserOptions[] = [
  { id: 'U0ANA', name: 'Ana', realName: 'Ana Ruiz', zone: 'Europe/Madrid', color: '#1d7a66' },
  { id: 'U0BO', name: 'Bo', realName: 'Bo Larsen', zone: 'America/New_York', color: '#a04c1f' },
  { id: 'U0CY', name: 'Cy', realName: 'Cy Tanaka', zone: 'Asia/Tokyo', color: '#4b4aa8', role: 'admin' },
];

export const defaultChannels: ChannelOptions[] = [
  { id: 'C0SOCIAL', name: 'social', topic: 'Posts on their way' },
  { id: 'C0LAUNCHES', name: 'launches', topic: 'What ships when' },
  { id: 'C0GENERAL', name: 'general', topic: 'Everyone', bot: false },
  { id: 'C0LEADERS', name: 'leadership', kind: 'private', members: ['Ana', 'Bo'], bot: false },
];

export const defaultGroups: GroupOptions[] = [
  { id: 'S0EDITORS', handle: 'editors', name: 'Editors', members: ['Ana', 'Bo'] },
];

export const appUser: User = {
  id: app.botUser,
  name: 'Presscheck',
  realName: 'Presscheck',
  zone: 'UTC',
  bot: true,
  role: 'member',
  color: '#334155',
};

export function userFrom(options: UserOptions): User {
  return {
    id: options.id,
    name: options.name,
    realName: options.realName ?? options.name,
    zone: options.zone ?? 'UTC',
    bot: false,
    role: options.role ?? 'member',
    ...(options.team && { team: options.team }),
    color: options.color ?? '#64748b',
  };
}

export function channelFrom(options: ChannelOptions, users: readonly User[]): Channel {
  const wanted = options.members;
  const humans = users.filter((one) => !one.bot);
  const inside = wanted
    ? humans.filter((one) => wanted.includes(one.id) || wanted.includes(one.name))
    : humans;
  return {
    id: options.id ?? `C0${options.name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`,
    name: options.name,
    kind: options.kind ?? 'public',
    topic: options.topic ?? '',
    archived: false,
    members: [...inside.map((one) => one.id), ...(options.bot === false ? [] : [app.botUser])],
  };
}
