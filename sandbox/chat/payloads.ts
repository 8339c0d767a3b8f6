import type { Core } from './core.ts';
import { app } from './defaults.ts';
import type { PlacedElement } from './elements.ts';
import { filePayload } from './files.ts';
import { type Fields, fieldsOf } from './json.ts';
import type { Channel, ElementState, StateValues } from './protocol.ts';
import type { StoredMessage } from './stored.ts';
import { richTextOf } from './typed-text.ts';
import type { StoredView } from './view-stacks.ts';

/** The `view` of payloads and of Web API answers, with what was entered. */
export function viewPayload(core: Core, stored: StoredView, values: StateValues = stored.entered): Fields {
  const { view } = stored;
  const modal = view.type === 'modal';
  return {
    id: stored.id,
    team_id: core.world.workspace.id,
    type: view.type,
    blocks: view.blocks,
    private_metadata: view.private_metadata ?? '',
    callback_id: view.callback_id ?? '',
    state: { values },
    hash: stored.hash,
    title: modal ? view.title : { type: 'plain_text', text: 'View Title', emoji: true },
    clear_on_close: modal ? (view.clear_on_close ?? false) : false,
    notify_on_close: modal ? (view.notify_on_close ?? false) : false,
    close: (modal && view.close) || null,
    submit: (modal && view.submit) || null,
    previous_view_id: stored.previous ?? null,
    root_view_id: stored.root,
    app_id: app.id,
    external_id: view.external_id ?? '',
    app_installed_team_id: core.world.workspace.id,
    bot_id: app.botId,
  };
}

/** The payload of a parent message; a tombstone if it was deleted. */
function payloadOf(core: Core, id: string): Fields {
  const file = core.world.files.get(id);
  return file ? filePayload(core, file) : { id, mode: 'tombstone' };
}

/** How Slack shows a deleted message that has replies. */
function tombstone({ ts, replies }: StoredMessage): Fields {
  return {
    type: 'message',
    subtype: 'tombstone',
    user: 'USLACKBOT',
    text: 'This message was deleted.',
    hidden: true,
    ts,
    thread_ts: ts,
    reply_count: replies,
  };
}

/** An attachment that an app made with `chat.unfurl`. */
export const unfurlPayload = ({ url, blocks }: StoredMessage['unfurls'][number], index: number): Fields => ({
  id: index + 1,
  from_url: url,
  app_unfurl_url: url,
  is_app_unfurl: true,
  app_id: app.id,
  bot_id: app.botId,
  fallback: '[no preview available]',
  blocks,
});

/** A message as `chat.postMessage` answers it and `block_actions` carries it. */
export function messagePayload(core: Core, message: StoredMessage): Fields {
  if (message.deleted) return tombstone(message);
  const bot = message.user === app.botUser;
  const blocks = bot || message.blocks.length > 0 ? message.blocks : richTextOf(message.text);
  return {
    type: 'message',
    ...(message.broadcast ? { subtype: 'thread_broadcast' } : {}),
    user: message.user,
    ts: message.ts,
    team: core.world.workspace.id,
    text: message.text,
    ...(bot ? { bot_id: app.botId, app_id: app.id } : {}),
    ...(blocks.length > 0 ? { blocks } : {}),
    ...(message.thread ? { thread_ts: message.thread } : {}),
    ...(message.replies > 0 ? { thread_ts: message.ts, reply_count: message.replies } : {}),
    ...(message.metadata ? { metadata: message.metadata } : {}),
    ...(message.unfurls.length > 0 ? { attachments: message.unfurls.map(unfurlPayload) } : {}),
    ...(message.reactions.length > 0
      ? { reactions: message.reactions.map((one) => ({ ...one, count: one.users.length })) }
      : {}),
    ...(message.files.length > 0 ? { files: message.files.map(({ id }) => payloadOf(core, id)) } : {}),
  };
}

const domainOf = (core: Core): string => core.world.workspace.name.toLowerCase();

/** The fields that all interaction payloads share. */
export function interaction(core: Core, type: string, user: string): Fields {
  const { workspace } = core.world;
  const known = core.world.user(user);
  const name = known?.name.toLowerCase() ?? user;
  return {
    type,
    team: { id: workspace.id, domain: domainOf(core) },
    user: { id: user, username: name, name, team_id: known?.team ?? workspace.id },
    api_app_id: app.id,
    token: app.verificationToken,
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** How Slack names a channel to apps. */
export function channelPayload(channel: Channel): { id: string; name: string } {
  const names = { public: channel.name, private: 'privategroup', direct: 'directmessage' };
  return { id: channel.id, name: names[channel.kind] };
}

/** An entry of `actions`. */
export function actionPayload(placed: PlacedElement, value: ElementState | undefined, at: string): Fields {
  const { element } = placed;
  const own = Object.fromEntries(
    ['text', 'value', 'style', 'confirm', 'placeholder', 'workflow']
      .filter((name) => element[name] !== undefined)
      .map((name) => [name, element[name]]),
  );
  return {
    action_id: placed.actionId,
    block_id: placed.blockId,
    ...own,
    ...value,
    type: placed.type,
    action_ts: at,
  };
}

/** The body of a slash command (docs.slack.dev/interactivity/implementing-slash-commands): a form of texts, without a thread. */
export function commandPayload(
  core: Core,
  user: string,
  channel: Channel,
  command: string,
  text: string,
): Fields {
  const { workspace } = core.world;
  const where = channelPayload(channel);
  return {
    token: app.verificationToken,
    team_id: workspace.id,
    team_domain: domainOf(core),
    channel_id: where.id,
    channel_name: where.name,
    user_id: user,
    user_name: fieldsOf(interaction(core, '', user).user).name,
    command,
    text,
    api_app_id: app.id,
    is_enterprise_install: 'false',
    response_url: core.url + core.responseUrls.issue({ user, channel: channel.id }),
    trigger_id: core.triggers.issue(user),
  };
}
