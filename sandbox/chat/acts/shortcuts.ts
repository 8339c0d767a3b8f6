import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import { channelPayload, interaction, messagePayload, viewPayload } from '../payloads.ts';
import type { Acts } from '../protocol.ts';
import { CannotAct } from './cannot-act.ts';
import { tellApp } from './events.ts';
import { channelFor, messageFor } from './places.ts';

/** A global shortcut, or a message's when a message is given (docs.slack.dev/interactivity/implementing-shortcuts). */
export async function shortcut(
  core: Core,
  person: string,
  act: Acts['shortcut'],
): Promise<{ notice?: string }> {
  const { callbackId } = act;
  if (!core.installed.knowsShortcut(callbackId))
    throw new CannotAct(`The app has no shortcut ${callbackId}.`);
  const common = {
    callback_id: callbackId,
    trigger_id: core.triggers.give(person),
    action_ts: core.world.nextTs(),
  };
  let payload: object = { ...interaction(core, 'shortcut', person), ...common };
  if (act.channel && act.ts) {
    const channel = channelFor(core.world, person, act.channel);
    const message = messageFor(core.world, person, channel.id, act.ts);
    const origin = { person, channel: channel.id };
    payload = {
      ...interaction(core, 'message_action', person),
      ...common,
      message_ts: message.ts,
      message: messagePayload(core, message),
      channel: channelPayload(channel),
      response_url: core.url + core.responseUrls.give(origin),
    };
  }
  const reply = await core.courier.deliver('interactive', { ...payload });
  if (reply.answered) return {};
  return { notice: core.world.notify(person, 'The app did not respond. Try again?', act.channel) };
}

/** A person opens the app's home tab. */
export async function openHome(core: Core, person: string): Promise<void> {
  if (!core.installed.hasHomeTab) throw new CannotAct('The app has no Home tab.');
  const home = core.views.home(person);
  await tellApp(core, {
    type: 'app_home_opened',
    user: person,
    channel: core.world.direct(person, app.botUser).id,
    tab: 'home',
    event_ts: core.world.nextTs(),
    ...(home ? { view: viewPayload(core, home) } : {}),
  });
}
