import type { Fields } from '../json.ts';
import { visibleChannel } from './channels.ts';
import { ApiError, type Args, type Methods } from './method.ts';

/** One page of a list, by Slack's `limit` and `cursor`. */
export function page<Item>(args: Args, items: readonly Item[]): { items: Item[]; metadata: Fields } {
  const from = Number(Buffer.from(args.text('cursor'), 'base64').toString() || 0);
  if (!Number.isInteger(from)) throw new ApiError('invalid_cursor');
  const size = Math.min(Number(args.text('limit')) || 100, 1000);
  const next = from + size < items.length ? Buffer.from(String(from + size)).toString('base64') : '';
  return { items: items.slice(from, from + size), metadata: { next_cursor: next } };
}

const read = ['channels:read', 'groups:read', 'im:read', 'mpim:read'];

export const conversationMethods: Methods = {
  'conversations.members': {
    scopes: read,
    run(core, args) {
      const channel = visibleChannel(core, args.required('channel'));
      // each kind of conversation has its own scope
      const needed = { public: 'channels:read', private: 'groups:read', direct: 'im:read' }[channel.kind];
      if (!core.installed.hasScope(needed))
        throw new ApiError('missing_scope', { needed, provided: core.installed.scopes?.join(',') ?? '' });
      const { items, metadata } = page(args, channel.members);
      return { members: items, response_metadata: metadata };
    },
  },
};
