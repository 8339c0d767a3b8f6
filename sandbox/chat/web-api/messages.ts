import type { KnownBlock } from '@slack/types';
import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import { withIds } from '../elements.ts';
import { type Fields, isFields } from '../json.ts';
import { checkMessage } from '../limits/check.ts';
import { messagePayload } from '../payloads.ts';
import type { StoredMessage } from '../stored.ts';
import { linksIn } from '../user-actions/events.ts';
import { postingChannel, visibleChannel } from './channels.ts';
import { ApiError, type Args, invalidArguments, type Methods } from './method.ts';

/** `chat.postMessage` cuts off longer texts; `chat.update` and ephemeral messages refuse them (docs.slack.dev/reference/methods/chat.update). */
const longestPost = 40_000;
const longestUpdate = 4000;

interface Content {
  text: string;
  blocks?: KnownBlock[];
  metadata?: Fields;
}

function checkedBlocks(core: Core, args: Args): KnownBlock[] | undefined {
  const blocks = args.list('blocks', 'invalid_blocks_format');
  if (!blocks) return undefined;
  const problems = [...checkMessage(blocks, core.faults.unreachable), ...core.faults.unsupported(blocks)];
  if (problems.length > 0) throw invalidArguments('invalid_blocks', problems);
  return withIds(blocks as KnownBlock[]);
}

function contentOf(core: Core, args: Args): Content {
  if ((args.list('attachments', 'invalid_attachments') ?? []).length > 0) {
    throw invalidArguments('invalid_attachments', ['this chat shows no attachments, only blocks']);
  }
  const blocks = checkedBlocks(core, args);
  const metadata = args.all.metadata;
  return {
    text: args.text('text'),
    ...(blocks ? { blocks } : {}),
    ...(isFields(metadata) ? { metadata } : {}),
  };
}

function threadOf(args: Args): string | undefined {
  const thread = args.text('thread_ts');
  if (thread && !/^\d+\.\d{6}$/.test(thread)) throw new ApiError('invalid_thread_ts');
  return thread || undefined;
}

/** The bot's own message. `foreign` is the error code for other messages. */
function ownMessage(core: Core, args: Args, foreign: string): StoredMessage {
  const channel = visibleChannel(core, args.required('channel'));
  const message = core.world.message(channel.id, args.required('ts'));
  if (!message || message.privateTo) throw new ApiError('message_not_found');
  if (message.user !== app.botUser) throw new ApiError(foreign);
  if (channel.archived) throw new ApiError('is_archived');
  return message;
}

function post(core: Core, args: Args): Fields {
  const channel = postingChannel(core, args.required('channel'));
  const { text, ...content } = contentOf(core, args);
  if (!text && !content.blocks?.length) throw new ApiError('no_text');
  const message = core.world.post({
    ...content,
    channel: channel.id,
    user: app.botUser,
    text: text.slice(0, longestPost),
    thread: threadOf(args),
    // Slack ignores it without a thread.
    broadcast: args.flag('reply_broadcast'),
  });
  return { channel: channel.id, ts: message.ts, message: messagePayload(core, message) };
}

function update(core: Core, args: Args): Fields {
  const message = ownMessage(core, args, 'cant_update_message');
  const { text, blocks, metadata } = contentOf(core, args);
  if (text.length > longestUpdate) throw new ApiError('msg_too_long');
  if (!text && !blocks?.length) throw new ApiError('no_text');
  const rendered = blocks ?? message.blocks;
  // Slack shows "(edited)" for changed text, not for updated blocks
  const edited = rendered.length === 0 && text !== message.text;
  core.world.update(message, { text, blocks: rendered, edited, ...(metadata ? { metadata } : {}) });
  return { channel: message.channel, ts: message.ts, text, message: messagePayload(core, message) };
}

function postEphemeral(core: Core, args: Args): Fields {
  const channel = postingChannel(core, args.required('channel'));
  const user = args.required('user');
  if (!core.world.user(user)) throw new ApiError('user_not_found');
  if (!channel.members.includes(user)) throw new ApiError('user_not_in_channel');
  const { text, blocks } = contentOf(core, args);
  if (!text && !blocks?.length) throw new ApiError('no_text');
  if (text.length > longestUpdate) throw new ApiError('msg_too_long');
  const message = core.world.post({
    channel: channel.id,
    user: app.botUser,
    text,
    blocks: blocks ?? [],
    thread: threadOf(args),
    privateTo: user,
  });
  return { message_ts: message.ts };
}

/** Unfurls links in a user's message, replacing earlier unfurls. */
function unfurl(core: Core, args: Args): Fields {
  const channel = core.world.channels.get(args.required('channel'));
  // works without membership: Slack sent the app an event about this message
  if (!channel) throw new ApiError('cannot_find_channel');
  const message = core.world.message(channel.id, args.required('ts'));
  if (!message || message.privateTo) throw new ApiError('cannot_find_message');
  if (!isFields(args.all.unfurls)) throw new ApiError('missing_unfurls');
  const given = Object.entries(args.all.unfurls);
  const known = new Set(linksIn(message.text).map(({ url }) => url));
  const shown = new Map(message.unfurls.map((one) => [one.url, one]));
  for (const [url, attachment] of given) {
    const domain = URL.parse(url)?.hostname;
    if (!domain || !core.installed.unfurls(domain)) throw new ApiError('cannot_unfurl_url');
    if (!known.has(url)) throw new ApiError('cannot_unfurl_message');
    const blocks = isFields(attachment) ? attachment.blocks : undefined;
    if (!Array.isArray(blocks)) throw new ApiError('invalid_unfurls_format');
    const problems = checkMessage(blocks, core.faults.unreachable);
    if (problems.length > 0) throw invalidArguments('invalid_blocks', problems);
    shown.set(url, { url, blocks: withIds(blocks as KnownBlock[]) });
  }
  core.world.update(message, { unfurls: [...shown.values()] });
  return {};
}

const write = ['chat:write'];

export const messageMethods: Methods = {
  'chat.postMessage': { scopes: write, run: post },
  'chat.update': { scopes: write, run: update },
  'chat.postEphemeral': { scopes: write, run: postEphemeral },
  'chat.delete': {
    scopes: write,
    run(core, args) {
      const message = ownMessage(core, args, 'cant_delete_message');
      core.world.remove(message);
      return { channel: message.channel, ts: message.ts };
    },
  },
  'chat.unfurl': { scopes: ['links:write'], run: unfurl },
};
