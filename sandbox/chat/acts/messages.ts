import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import { shownFile } from '../files.ts';
import type { Acts } from '../protocol.ts';
import type { StoredMessage } from '../stored.ts';
import { withEmojiNames } from '../written-blocks.ts';
import { CannotAct } from './cannot-act.ts';
import { tellApp, tellLinks, tellMessage } from './events.ts';
import { channelFor, threadFor } from './places.ts';

/** A person's words as Slack stores them: markup escaped, `@Name` a mention, emoji by their names. */
function escaped(core: Core, text: string): string {
  const safe = withEmojiNames(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return safe.replaceAll(/@([\p{L}\d_-]+)/gu, (whole, name: string) => {
    const person = core.world.personCalled(name);
    return person ? `<@${person.id}>` : whole;
  });
}

/** A person says something in a channel or thread. */
export function say(core: Core, person: string, act: Acts['message']): StoredMessage {
  const channel = channelFor(core.world, person, act.channel);
  const files = (act.files ?? []).flatMap((id) => core.world.files.get(id) ?? []);
  if (files.some(({ owner }) => owner !== person)) throw new CannotAct('This file isn’t yours.');
  if (!act.text.trim() && files.length === 0) throw new CannotAct('There’s nothing to send.');
  core.world.dismissAll(person, channel.id);
  if (act.thread) threadFor(core.world, person, channel.id, act.thread);
  if (!channel.members.includes(person)) channel.members.push(person);
  const text = escaped(core, act.text);
  for (const file of files) file.channels.push(channel.id);
  const message = core.world.say({
    channel: channel.id,
    user: person,
    text,
    thread: act.thread,
    files: files.map((file) => shownFile(core, file)),
  });
  void tellMessage(core, channel, message);
  void tellLinks(core, channel, message);
  if (text.includes(`<@${app.botUser}>`) && channel.members.includes(app.botUser)) {
    const { ts } = message;
    const thread = act.thread ? { thread_ts: act.thread } : {};
    const event = {
      type: 'app_mention',
      user: person,
      text,
      ts,
      channel: channel.id,
      event_ts: ts,
      ...thread,
    };
    void tellApp(core, event);
  }
  return message;
}
