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
import type { Acts, Option, OptionsResult } from '../protocol.ts';
import { CannotAct } from './cannot-act.ts';
import { elementOn, type Surface, surfaceFor } from './places.ts';

/** What Slack's client says when a click was not answered. */
const silence = 'The app did not respond. Try again?';
const trouble = 'We had some trouble connecting. Try again?';

/** `blockId`: of what was pressed, which may be below a link of somebody's message. */
function containerOf(surface: Surface, blockId: string): Fields {
  const { held, message, channel } = surface;
  if (held) return { container: { type: 'view', view_id: held.id } };
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

function surfacePayload(core: Core, person: string, surface: Surface, act: Acts['action']): Fields {
  const { held, message, channel } = surface;
  if (held) {
    core.views.enter(held, act.state);
    return { view: viewPayload(core, held) };
  }
  if (!message || !channel) return {};
  const origin = { person, channel: channel.id, ts: message.ts };
  return {
    // Slack does not send an ephemeral message back, only where it is
    ...(message.privateTo ? {} : { message: messagePayload(core, message) }),
    state: { values: stateAfter(surface.blocks, {}, act.state) },
    response_url: core.url + core.responseUrls.give(origin),
  };
}

/** A click or choice; resolves with Slack's notice when the app did not take it in time. */
export async function action(core: Core, person: string, act: Acts['action']): Promise<{ notice?: string }> {
  const surface = surfaceFor(core, person, act.container);
  const placed = elementOn(surface, act.blockId, act.actionId);
  if (act.value && act.value.type !== placed.type) throw new CannotAct(`This is a ${placed.type}`);
  const sent = act.value
    ? { ...act.state, [act.blockId]: { ...act.state[act.blockId], [act.actionId]: act.value } }
    : act.state;
  const payload = {
    ...interaction(core, 'block_actions', person),
    ...containerOf(surface, act.blockId),
    trigger_id: core.triggers.give(person),
    ...surfacePayload(core, person, surface, { ...act, state: sent }),
    actions: [actionPayload(placed, act.value, core.world.nextTs())],
  };
  const reply = await core.courier.deliver('interactive', payload);
  if (reply.answered) return {};
  return { notice: core.world.notify(person, surface.held ? trouble : silence, surface.channel?.id) };
}

function labelOf(group: unknown): string {
  return textOf(fieldsOf(fieldsOf(group).label).text);
}

/** Asks the app for what an external select offers (`block_suggestion`). */
export async function options(core: Core, person: string, act: Acts['options']): Promise<OptionsResult> {
  const surface = surfaceFor(core, person, act.container);
  const placed = elementOn(surface, act.blockId, act.actionId);
  if (!placed.type.includes('external_select')) throw new CannotAct(`A ${placed.type} has its own options`);
  const { held } = surface;
  const payload = {
    ...interaction(core, 'block_suggestion', person),
    ...containerOf(surface, act.blockId),
    action_id: act.actionId,
    block_id: act.blockId,
    value: act.query,
    // what was entered elsewhere in the modal isn't in it (slackapi/bolt-js#1146)
    ...(held ? { view: viewPayload(core, held, {}) } : {}),
    ...(surface.message ? { message: messagePayload(core, surface.message) } : {}),
  };
  const reply = await core.courier.deliver('interactive', payload);
  if (!reply.answered) throw new CannotAct(`Couldn’t load the options: ${reply.detail}`);
  const problems = isFields(reply.body) ? checkSuggestions(reply.body) : ['the app answered no options'];
  if (problems.length > 0) throw new CannotAct(`Couldn’t load the options: ${problems.join('; ')}`);
  const body = fieldsOf(reply.body);
  if (!body.option_groups) return { options: listOf(body.options) as Option[] };
  const groups = listOf(body.option_groups).map((group) => ({
    label: labelOf(group),
    options: listOf(fieldsOf(group).options) as Option[],
  }));
  return { groups };
}
