import type { Core } from '../core.ts';
import { stateAfter } from '../element-state.ts';
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../json.ts';
import { checkSuggestions } from '../limits/check.ts';
import {
  actionPayload,
  channelPayload,
  interaction,
  messagePayload,
  unfurlPayload,
  viewPayload,
} from '../payloads.ts';
import type { Option, OptionsResult, UserActions } from '../protocol.ts';
import { NotAllowed } from './not-allowed.ts';
import { elementOn, type Surface, surfaceFor } from './surfaces.ts';

/** What Slack's client shows if the app doesn't acknowledge a click. */
const notResponding = 'The app did not respond. Try again?';
const connectionError = 'We had some trouble connecting. Try again?';

/** `blockId`: the block that was clicked, which can be in an unfurl of another user's message. */
function containerOf(surface: Surface, blockId: string): Fields {
  const { stored, message, channel } = surface;
  if (stored) return { container: { type: 'view', view_id: stored.id } };
  if (!message || !channel) return {};
  const unfurl = message.unfurls.findIndex(({ blocks }) => blocks.some((one) => one.block_id === blockId));
  const attachment = message.unfurls[unfurl];
  return {
    ...(attachment && { app_unfurl: unfurlPayload(attachment, unfurl) }),
    container: {
      type: attachment ? 'message_attachment' : 'message',
      ...(attachment && { attachment_id: unfurl + 1, is_app_unfurl: true, app_unfurl_url: attachment.url }),
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: message.privateTo !== undefined,
      ...(message.thread ? { thread_ts: message.thread } : {}),
    },
    channel: channelPayload(channel),
  };
}

function surfacePayload(core: Core, user: string, surface: Surface, request: UserActions['action']): Fields {
  const { stored, message, channel } = surface;
  if (stored) {
    core.views.enter(stored, request.state);
    return { view: viewPayload(core, stored) };
  }
  if (!message || !channel) return {};
  const origin = { user, channel: channel.id, ts: message.ts };
  return {
    // for an ephemeral message, Slack sends only its location
    ...(message.privateTo ? {} : { message: messagePayload(core, message) }),
    state: { values: stateAfter(surface.blocks, {}, request.state) },
    response_url: core.url + core.responseUrls.issue(origin),
  };
}

/** Sends a click or choice (`block_actions`). Resolves with Slack's notice if the app doesn't acknowledge it in time. */
export async function action(
  core: Core,
  user: string,
  request: UserActions['action'],
): Promise<{ notice?: string }> {
  const surface = surfaceFor(core, user, request.container);
  const placed = elementOn(surface, request.blockId, request.actionId);
  if (request.value && request.value.type !== placed.type) throw new NotAllowed(`This is a ${placed.type}`);
  const sent = request.value
    ? {
        ...request.state,
        [request.blockId]: { ...request.state[request.blockId], [request.actionId]: request.value },
      }
    : request.state;
  const payload = {
    ...interaction(core, 'block_actions', user),
    ...containerOf(surface, request.blockId),
    trigger_id: core.triggers.issue(user),
    ...surfacePayload(core, user, surface, { ...request, state: sent }),
    actions: [actionPayload(placed, request.value, core.world.nextTs())],
  };
  const reply = await core.delivery.deliver('interactive', payload);
  if (reply.answered) return {};
  return {
    notice: core.world.notify(user, surface.stored ? connectionError : notResponding, surface.channel?.id),
  };
}

function labelOf(group: unknown): string {
  return textOf(fieldsOf(fieldsOf(group).label).text);
}

/** Requests the options of an external select from the app (`block_suggestion`). */
export async function options(
  core: Core,
  user: string,
  request: UserActions['options'],
): Promise<OptionsResult> {
  const surface = surfaceFor(core, user, request.container);
  const placed = elementOn(surface, request.blockId, request.actionId);
  if (!placed.type.includes('external_select')) throw new NotAllowed(`A ${placed.type} has its own options`);
  const { stored } = surface;
  const payload = {
    ...interaction(core, 'block_suggestion', user),
    ...containerOf(surface, request.blockId),
    action_id: request.actionId,
    block_id: request.blockId,
    value: request.query,
    // what was entered elsewhere in the modal isn't in it (slackapi/bolt-js#1146)
    ...(stored ? { view: viewPayload(core, stored, {}) } : {}),
    ...(surface.message ? { message: messagePayload(core, surface.message) } : {}),
  };
  const reply = await core.delivery.deliver('interactive', payload);
  if (!reply.answered) throw new NotAllowed(`Couldn’t load the options: ${reply.detail}`);
  const problems = isFields(reply.body) ? checkSuggestions(reply.body) : ['the app answered no options'];
  if (problems.length > 0) throw new NotAllowed(`Couldn’t load the options: ${problems.join('; ')}`);
  const body = fieldsOf(reply.body);
  if (!body.option_groups) return { options: listOf(body.options) as Option[] };
  const groups = listOf(body.option_groups).map((group) => ({
    label: labelOf(group),
    options: listOf(fieldsOf(group).options) as Option[],
  }));
  return { groups };
}
