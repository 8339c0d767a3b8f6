import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import type { Fields } from '../json.ts';
import type { Channel } from '../protocol.ts';
import { inside, knownChannel } from './channels.ts';
import { ApiError, type Args, type Methods } from './method.ts';

function channelFields(channel: Channel): Fields {
  const direct = channel.kind === 'direct';
  const person = channel.members.find((one) => one !== app.botUser);
  return {
    id: channel.id,
    ...(direct ? { user: person } : { name: channel.name, name_normalized: channel.name }),
    is_channel: channel.kind === 'public',
    is_group: channel.kind === 'private',
    is_private: channel.kind !== 'public',
    is_im: direct,
    is_mpim: false,
    is_archived: channel.archived,
    is_general: channel.name === 'general',
    is_member: inside(channel),
    topic: { value: channel.topic, creator: '', last_set: 0 },
    num_members: channel.members.length,
  };
}

const kinds: Record<string, Channel['kind']> = {
  public_channel: 'public',
  private_channel: 'private',
  im: 'direct',
};

/** A page of a list: `limit` and `cursor`, as every list method of Slack has them. */
export function page<Item>(args: Args, items: readonly Item[]): { items: Item[]; metadata: Fields } {
  const from = Number(Buffer.from(args.text('cursor'), 'base64').toString() || 0);
  if (!Number.isInteger(from)) throw new ApiError('invalid_cursor');
  const size = Math.min(Number(args.text('limit')) || 100, 1000);
  const next = from + size < items.length ? Buffer.from(String(from + size)).toString('base64') : '';
  return { items: items.slice(from, from + size), metadata: { next_cursor: next } };
}

function list(core: Core, args: Args): Fields {
  const wanted = (args.text('types') || 'public_channel').split(',').map((one) => kinds[one.trim()]);
  const all = [...core.world.channels.values()].filter(
    (one) =>
      wanted.includes(one.kind) &&
      (one.kind === 'public' || inside(one)) &&
      !(args.flag('exclude_archived') && one.archived),
  );
  const { items, metadata } = page(args, all);
  return { channels: items.map(channelFields), response_metadata: metadata };
}

function open(core: Core, args: Args): Fields {
  const users = args.text('users').split(',').filter(Boolean);
  if (args.has('channel')) return { channel: { id: knownChannel(core, args.text('channel')).id } };
  const [user = ''] = users;
  if (users.length !== 1)
    throw new ApiError(users.length === 0 ? 'users_list_not_supplied' : 'too_many_users');
  const person = core.world.person(user);
  if (!person) throw new ApiError('user_not_found');
  if (person.bot) throw new ApiError('cannot_dm_bot');
  return { channel: { id: core.world.direct(user, app.botUser).id } };
}

function join(core: Core, args: Args): Fields {
  const channel = knownChannel(core, args.needed('channel'));
  if (channel.archived) throw new ApiError('is_archived');
  if (channel.kind !== 'public') throw new ApiError('method_not_supported_for_channel_type');
  const already = inside(channel);
  if (!already) channel.members.push(app.botUser);
  core.world.changed();
  return { channel: channelFields(channel), ...(already ? { warning: 'already_in_channel' } : {}) };
}

const read = ['channels:read', 'groups:read', 'im:read', 'mpim:read'];

export const conversationMethods: Methods = {
  'conversations.info': {
    scopes: read,
    run: (core, args) => ({ channel: channelFields(knownChannel(core, args.needed('channel'))) }),
  },
  'conversations.list': { scopes: read, run: list },
  'conversations.members': {
    scopes: read,
    run(core, args) {
      const channel = knownChannel(core, args.needed('channel'));
      // each kind of conversation has a scope of its own
      const needed = { public: 'channels:read', private: 'groups:read', direct: 'im:read' }[channel.kind];
      if (!core.installed.may(needed))
        throw new ApiError('missing_scope', { needed, provided: core.installed.scopes?.join(',') ?? '' });
      const { items, metadata } = page(args, channel.members);
      return { members: items, response_metadata: metadata };
    },
  },
  'conversations.open': { scopes: ['im:write', 'mpim:write'], run: open },
  'conversations.join': { scopes: ['channels:join'], run: join },
};
