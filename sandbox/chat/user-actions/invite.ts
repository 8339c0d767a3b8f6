/** Slack's built-in `/invite`, which adds a user or the bot to a channel. */
import type { Core } from '../core.ts';
import type { Channel, SlashCommand } from '../protocol.ts';
import type { StoredMessage } from '../stored.ts';

export const inviteCommand: SlashCommand = {
  command: '/invite',
  description: 'Bring the app or someone else into this channel',
  usageHint: '@name',
};

interface Invited {
  message?: StoredMessage;
  /** Why nobody was added. */
  notice?: string;
}

/** Adds the named users to the channel and announces them there. */
export function invite(core: Core, user: string, channel: Channel, named: string): Invited {
  const { world } = core;
  const name = named.trim();
  const refuse = (why: string): Invited => ({ notice: world.notify(user, why, channel.id) });
  const found = name === '' ? undefined : world.userNamed(name);
  if (channel.kind === 'direct') return refuse('Nobody can be invited to a direct message.');
  if (!found)
    return refuse(`There is nobody called ${name || '@…'} here. Try ${inviteCommand.command} @Presscheck.`);
  if (channel.members.includes(found.id)) return refuse(`${found.name} is in this channel already.`);
  channel.members.push(found.id);
  return {
    message: world.post({ channel: channel.id, user, text: `added <@${found.id}> to the channel` }),
  };
}
