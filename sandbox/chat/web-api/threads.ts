import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import type { Fields } from '../json.ts';
import { messagePayload } from '../payloads.ts';
import type { Channel } from '../protocol.ts';
import type { StoredMessage } from '../stored.ts';
import { inside, visibleChannel } from './channels.ts';
import { page } from './conversations.ts';
import { ApiError, type Args, type Methods } from './method.ts';

/** The scope needed to read each kind of conversation. */
const scopeOf: Record<Channel['kind'], string> = {
  public: 'channels:history',
  private: 'groups:history',
  direct: 'im:history',
};

/** The messages that the bot can read. It has to be a member, also of public channels. */
function readable(core: Core, args: Args): StoredMessage[] {
  const channel = visibleChannel(core, args.required('channel'));
  const needed = scopeOf[channel.kind];
  if (!core.installed.hasScope(needed)) {
    throw new ApiError('missing_scope', { needed, provided: core.installed.scopes?.join(',') ?? '' });
  }
  if (!inside(channel)) throw new ApiError('not_in_channel');
  return core.world
    .messages(channel.id)
    .filter((one) => (!one.deleted || one.replies > 0) && (!one.privateTo || one.privateTo === app.botUser));
}

/** A thread's messages, oldest first. The parent message is always included. */
function replies(core: Core, args: Args): Fields {
  const ts = args.required('ts');
  const seen = readable(core, args);
  const asked = seen.find((one) => one.ts === ts);
  const root = asked?.thread ?? asked?.ts;
  const all = seen.filter((one) => one.ts === root || one.thread === root);
  if (!root || all.length === 0) throw new ApiError('thread_not_found');
  return paged(
    core,
    args,
    all.filter((one) => one.ts === root || isAfter(args, one)),
  );
}

function isAfter(args: Args, { ts }: StoredMessage): boolean {
  return Number(ts) > Number(args.text('oldest'));
}

function paged(core: Core, args: Args, all: readonly StoredMessage[]): Fields {
  const { items, metadata } = page(args, all);
  return {
    messages: items.map((one) => messagePayload(core, one)),
    has_more: metadata.next_cursor !== '',
    response_metadata: metadata,
  };
}

export const threadMethods: Methods = {
  'conversations.replies': { scopes: Object.values(scopeOf), run: replies },
};
