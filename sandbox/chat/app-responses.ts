import type { KnownBlock } from '@slack/types';
import type { Core } from './core.ts';
import { app } from './defaults.ts';
import { withIds } from './elements.ts';
import { fieldsOf, isFields, listOf, textOf } from './json.ts';
import { checkMessage } from './limits/check.ts';
import type { Origin } from './response-urls.ts';
import type { StoredMessage } from './stored.ts';

const longestText = 40_000;

export type ShownResponse = { message?: StoredMessage } | { error: string; problems?: string[] };

/** What an app sends to a `response_url`, or answers to a slash command at once (docs.slack.dev/interactivity/handling-user-interaction). */
interface AppResponse {
  text: string;
  blocks: KnownBlock[];
  inChannel: boolean;
  replace: boolean;
  remove: boolean;
  thread: string;
}

function readResponse(body: unknown): AppResponse {
  const fields = isFields(body) ? body : { text: textOf(body) };
  return {
    text: textOf(fields.text),
    blocks: withIds(listOf(fields.blocks) as KnownBlock[]),
    inChannel: fields.response_type === 'in_channel',
    replace: fields.replace_original === true,
    remove: fields.delete_original === true,
    thread: textOf(fields.thread_ts),
  };
}

/** Posts or updates the message in the conversation of the interaction. The bot doesn't have to be a member. */
export function showResponse(core: Core, origin: Origin, body: unknown): ShownResponse {
  const { world } = core;
  const answer = readResponse(body);
  const original = origin.ts ? world.message(origin.channel, origin.ts) : undefined;
  if (!world.channels.has(origin.channel)) return { error: 'channel_not_found' };
  if (answer.remove) {
    if (!original) return { error: 'message_not_found' };
    world.remove(original);
    return {};
  }
  const problems = checkMessage(listOf(fieldsOf(body).blocks), core.faults.unreachable);
  if (problems.length > 0) return { error: 'invalid_blocks', problems };
  if (!answer.text && answer.blocks.length === 0) return { error: 'no_text' };
  if (answer.text.length > longestText) return { error: 'msg_too_long' };
  if (answer.replace && origin.ts) {
    if (!original) return { error: 'message_not_found' };
    world.update(original, { text: answer.text, blocks: answer.blocks, edited: false });
    return { message: original };
  }
  const message = world.post({
    channel: origin.channel,
    user: app.botUser,
    text: answer.text,
    blocks: answer.blocks,
    thread: answer.inChannel ? answer.thread : answer.thread || original?.thread,
    privateTo: answer.inChannel ? undefined : origin.user,
  });
  return { message };
}
