import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import type { Fields } from '../json.ts';
import type { User } from '../protocol.ts';
import { page } from './conversations.ts';
import { ApiError, type Methods } from './method.ts';

/** The zone's UTC offset in seconds at this time. */
function zoneOffset(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = parts.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

function userFields(core: Core, user: User): Fields {
  return {
    id: user.id,
    team_id: user.team ?? core.world.workspace.id,
    name: user.name.toLowerCase(),
    real_name: user.realName,
    deleted: user.deleted ?? false,
    is_bot: user.bot,
    ...rolesOf(user),
    is_app_user: false,
    tz: user.zone,
    tz_label: user.zone,
    tz_offset: zoneOffset(user.zone, core.now()),
    profile: {
      display_name: user.name,
      real_name: user.realName,
      ...(user.bot ? { bot_id: app.botId, api_app_id: app.id } : {}),
    },
  };
}

/** Slack doesn't show roles of users from another organization. */
function rolesOf({ role, team }: User): Fields {
  if (team) return { is_stranger: true };
  return {
    is_owner: role === 'owner',
    is_admin: role === 'owner' || role === 'admin',
    is_restricted: role === 'guest',
    is_ultra_restricted: false,
  };
}

export const peopleMethods: Methods = {
  'users.info': {
    scopes: ['users:read'],
    run(core, args) {
      const user = core.world.user(args.required('user'));
      if (!user) throw new ApiError('user_not_found');
      return { user: userFields(core, user) };
    },
  },
  'users.list': {
    scopes: ['users:read'],
    run(core, args) {
      const { items, metadata } = page(args, core.world.users);
      return { members: items.map((one) => userFields(core, one)), response_metadata: metadata };
    },
  },
  'usergroups.list': {
    scopes: ['usergroups:read'],
    run: (core, args) => ({
      usergroups: core.world.groups.map(({ members, ...group }) => ({
        ...group,
        team_id: core.world.workspace.id,
        is_usergroup: true,
        date_delete: 0,
        user_count: members.length,
        ...(args.flag('include_users') ? { users: members } : {}),
      })),
    }),
  },
  'usergroups.users.list': {
    scopes: ['usergroups:read'],
    run(core, args) {
      const group = core.world.groups.find((one) => one.id === args.required('usergroup'));
      if (!group) throw new ApiError('no_such_subteam');
      return { users: group.members };
    },
  },
};
