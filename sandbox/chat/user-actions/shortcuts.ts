import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import { channelPayload, interaction, messagePayload, viewPayload } from '../payloads.ts';
import type { UserActions } from '../protocol.ts';
import { sendEvent } from './events.ts';
import { NotAllowed } from './not-allowed.ts';
import { channelFor, messageFor } from './surfaces.ts';

/** A global shortcut, or a message's when a message is given (docs.slack.dev/interactivity/implementing-shortcuts). */
export async function shortcut(
  core: Core,
  user: string,
  request: UserActions['shortcut'],
): Promise<{ notice?: string }> {
  const { callbackId } = request;
  if (!core.installed.knowsShortcut(callbackId))
    throw new NotAllowed(`The app has no shortcut ${callbackId}.`);
  const common = {
    callback_id: callbackId,
    trigger_id: core.triggers.issue(user),
    action_ts: core.world.nextTs(),
  };
  let payload: object = { ...interaction(core, 'shortcut', user), ...common };
  if (request.channel && request.ts) {
    const channel = channelFor(core.world, user, request.channel);
    const message = messageFor(core.world, user, channel.id, request.ts);
    const origin = { user, channel: channel.id };
    payload = {
      ...interaction(core, 'message_action', user),
      ...common,
      message_ts: message.ts,
      message: messagePayload(core, message),
      channel: channelPayload(channel),
      response_url: core.url + core.responseUrls.issue(origin),
    };
  }
  const reply = await core.delivery.deliver('interactive', { ...payload });
  if (reply.answered) return {};
  return { notice: core.world.notify(user, 'The app did not respond. Try again?', request.channel) };
}

/** Opens the app's Home tab for a user. */
export async function openHome(core: Core, user: string): Promise<void> {
  if (!core.installed.hasHomeTab) throw new NotAllowed('The app has no Home tab.');
  const home = core.views.home(user);
  await sendEvent(core, {
    type: 'app_home_opened',
    user,
    channel: core.world.openDirectMessage(user, app.botUser).id,
    tab: 'home',
    event_ts: core.world.nextTs(),
    ...(home ? { view: viewPayload(core, home) } : {}),
  });
}
