import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import { shownFile } from '../files.ts';
import type { UserActions } from '../protocol.ts';
import type { StoredMessage } from '../stored.ts';
import { withEmojiNames } from '../typed-text.ts';
import { sendEvent, sendLinkShared, sendMessageEvent } from './events.ts';
import { NotAllowed } from './not-allowed.ts';
import { channelFor, threadFor } from './surfaces.ts';

/** A typed text as Slack stores it: markup escaped, `@Name` as a mention, emoji as `:name:`. */
function escaped(core: Core, text: string): string {
  const safe = withEmojiNames(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return safe.replaceAll(/@([\p{L}\d_-]+)/gu, (whole, name: string) => {
    const user = core.world.userNamed(name);
    return user ? `<@${user.id}>` : whole;
  });
}

/** Posts a user's message in a channel or thread. */
export function say(core: Core, user: string, request: UserActions['message']): StoredMessage {
  const channel = channelFor(core.world, user, request.channel);
  const files = (request.files ?? []).flatMap((id) => core.world.files.get(id) ?? []);
  if (files.some(({ owner }) => owner !== user)) throw new NotAllowed('This file isn’t yours.');
  if (!request.text.trim() && files.length === 0) throw new NotAllowed('There’s nothing to send.');
  core.world.dismissAll(user, channel.id);
  if (request.thread) threadFor(core.world, user, channel.id, request.thread);
  if (!channel.members.includes(user)) channel.members.push(user);
  const text = escaped(core, request.text);
  for (const file of files) file.channels.push(channel.id);
  const message = core.world.post({
    channel: channel.id,
    user,
    text,
    thread: request.thread,
    files: files.map((file) => shownFile(core, file)),
  });
  void sendMessageEvent(core, channel, message);
  void sendLinkShared(core, channel, message);
  if (text.includes(`<@${app.botUser}>`) && channel.members.includes(app.botUser)) {
    const { ts } = message;
    const thread = request.thread ? { thread_ts: request.thread } : {};
    const event = {
      type: 'app_mention',
      user,
      text,
      ts,
      channel: channel.id,
      event_ts: ts,
      ...thread,
    };
    void sendEvent(core, event);
  }
  return message;
}
