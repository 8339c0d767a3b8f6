import { showResponse } from '../app-responses.ts';
import type { Core } from '../core.ts';
import { fieldsOf, isFields, textOf } from '../json.ts';
import { commandPayload } from '../payloads.ts';
import type { Channel, UserActions } from '../protocol.ts';
import type { StoredMessage } from '../stored.ts';
import { invite, inviteCommand } from './invite.ts';
import { channelFor } from './surfaces.ts';

export interface CommandResult {
  /** The message in the app's immediate response, if it had one. */
  message?: StoredMessage;
  /** Slack's own notice instead: the command is unknown, or the app didn't respond. */
  notice?: string;
}

/** `should_escape`: people and channels arrive as ids (docs.slack.dev/interactivity/implementing-slash-commands). */
function escapedText(core: Core, text: string): string {
  const { world } = core;
  return text
    .replaceAll(/@([\p{L}\d_-]+)/gu, (whole, name: string) => {
      const user = world.userNamed(name);
      return user ? `<@${user.id}|${user.name.toLowerCase()}>` : whole;
    })
    .replaceAll(/#([\p{L}\d_-]+)/gu, (whole, name: string) => {
      const channel = world.channelNamed(name);
      if (!channel) return whole;
      return `<#${channel.id}|${channel.kind === 'public' ? channel.name : ''}>`;
    });
}

function showImmediate(
  core: Core,
  user: string,
  channel: Channel,
  command: string,
  body: unknown,
): CommandResult {
  const empty = body === undefined || body === '' || (isFields(body) && !body.text && !body.blocks);
  if (empty) return {};
  // the response to a command has no original message to replace
  const answer = isFields(body)
    ? { ...fieldsOf(body), replace_original: false, delete_original: false }
    : textOf(body);
  const shown = showResponse(core, { user, channel: channel.id }, answer);
  if ('error' in shown) {
    return {
      notice: core.world.notify(user, `${command} failed with the error "${shown.error}"`, channel.id),
    };
  }
  return shown;
}

/** Sends a slash command. Resolves once the app has acknowledged it or the deadline has passed. */
export async function command(
  core: Core,
  user: string,
  request: UserActions['command'],
): Promise<CommandResult> {
  const channel = channelFor(core.world, user, request.channel);
  const [, name = '', rest = ''] = /^(\/\S*)\s*([\s\S]*)$/.exec(request.text.trim()) ?? [];
  core.world.dismissAll(user, channel.id);
  if (name === inviteCommand.command) return invite(core, user, channel, rest);
  if (!name || !core.installed.knowsCommand(name)) {
    return { notice: core.world.notify(user, `${name || request.text} is not a valid command.`, channel.id) };
  }
  const text = core.installed.escapedCommands.includes(name) ? escapedText(core, rest) : rest;
  const payload = commandPayload(core, user, channel, name, text.trimEnd());
  const reply = await core.delivery.deliver('slash_commands', payload);
  if (reply.answered) return showImmediate(core, user, channel, name, reply.body);
  return { notice: core.world.notify(user, `${name} failed with the error "${reply.error}"`, channel.id) };
}
