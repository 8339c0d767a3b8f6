import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Retry } from '../app-delivery.ts';
import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import { newId } from '../ids.ts';
import type { Fields } from '../json.ts';
import type { Channel } from '../protocol.ts';
import type { StoredMessage } from '../stored.ts';

/** The outer body of an event (Events API, `event_callback`). */
export function eventCallback(core: Core, event: Fields): Fields {
  const team = core.world.workspace.id;
  return {
    token: app.verificationToken,
    team_id: team,
    context_team_id: team,
    api_app_id: app.id,
    event,
    type: 'event_callback',
    event_id: newId('Ev'),
    event_time: Math.floor(Date.now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: team,
        user_id: app.botUser,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: isShared(core, String(event.channel)),
  };
}

/** Whether a member of the channel belongs to another organization. */
const isShared = ({ world }: Core, channel: string): boolean =>
  world.channels.get(channel)?.members.some((one) => world.user(one)?.team !== undefined) ?? false;

/** Sends `link_shared` for links to the app's domains, in any conversation, even if the bot isn't a member. */
export async function sendLinkShared(core: Core, channel: Channel, message: StoredMessage): Promise<void> {
  const { user, ts, thread } = message;
  const links = linksIn(message.text).filter(({ domain }) => core.installed.unfurls(domain));
  if (links.length === 0 || !core.installed.hasScope('links:read')) return;
  await sendEvent(core, {
    type: 'link_shared',
    user,
    channel: channel.id,
    message_ts: ts,
    ...(thread && { thread_ts: thread }),
    is_bot_user_member: channel.members.includes(app.botUser),
    unfurl_id: `${channel.id}.${ts}.${newId('', 16)}`,
    source: 'conversations_history',
    links,
    event_ts: ts,
  });
}

/** The URLs in a message, exactly as written. */
export function linksIn(text: string): { url: string; domain: string }[] {
  const spelled = text.match(/https?:\/\/[^\s<>|]+/g) ?? [];
  // Slack excludes punctuation at the end of a sentence
  return [...new Set(spelled.map((one) => one.replace(/[.,;:!?)]+$/, '')))].flatMap((url) => {
    const domain = URL.parse(url)?.hostname;
    return domain ? [{ url, domain }] : [];
  });
}

/** The event for a new message, by kind of channel. */
const messageEvents = { public: 'message.channels', private: 'message.groups', direct: 'message.im' };
const channelTypes = { public: 'channel', private: 'group', direct: 'im' };

/** Sends a message event if the bot is a member and the app subscribes to it. */
export async function sendMessageEvent(core: Core, channel: Channel, message: StoredMessage): Promise<void> {
  if (!channel.members.includes(app.botUser) || !core.installed.subscribesTo(messageEvents[channel.kind]))
    return;
  const { user, text, ts, thread } = message;
  const team = core.world.workspace.id;
  await deliverOnce(core, {
    type: 'message',
    user,
    text,
    ts,
    client_msg_id: randomUUID(),
    team,
    user_team: core.world.user(user)?.team ?? team,
    channel: channel.id,
    channel_type: channelTypes[channel.kind],
    event_ts: ts,
    ...(thread && { thread_ts: thread, parent_user_id: core.world.message(channel.id, thread)?.user }),
  });
}

/** Sends an event that the app subscribed to, and up to three times more when it is not acknowledged (docs.slack.dev/apis/events-api). */
export async function sendEvent(core: Core, event: Fields): Promise<void> {
  if (core.installed.subscribesTo(String(event.type))) await deliverOnce(core, event);
}

async function deliverOnce(core: Core, event: Fields): Promise<void> {
  const body = eventCallback(core, event);
  let retry: Retry | undefined;
  for (const [index, afterMs] of [...core.eventRetriesAfterMs, undefined].entries()) {
    const reply = await core.delivery.deliver('events_api', body, retry);
    if (reply.answered || afterMs === undefined) return;
    await sleep(afterMs, undefined, { ref: false });
    const reason = reply.error === 'operation_timeout' ? 'http_timeout' : 'http_error';
    retry = { num: index + 1, reason };
  }
}
