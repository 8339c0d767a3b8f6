import { type Retry, requestOf } from './app-delivery.ts';
import type { Core } from './core.ts';
import { app } from './defaults.ts';
import type { HttpDelivery, RawAnswer, RawRequest } from './http-delivery.ts';
import type { Fields } from './json.ts';
import { commandPayload, interaction } from './payloads.ts';
import { eventCallback } from './user-actions/events.ts';

/** Sends signed HTTP requests with arbitrary content to the app, and returns its raw responses. */
export interface RawDelivery {
  /** Sends a slash command from Ana in the first channel, with these fields overridden. */
  command(body: Fields): Promise<RawAnswer>;
  /** Sends an interaction from Ana. `type` says which kind. */
  interaction(payload: Fields): Promise<RawAnswer>;
  /** An event; with a retry it carries `X-Slack-Retry-Num` and `-Reason`. */
  event(event: Fields, retry?: Retry, outer?: Fields): Promise<RawAnswer>;
  raw(request: RawRequest): Promise<RawAnswer>;
}

const patientMs = 10_000;

export function createRawDelivery(core: Core, http: HttpDelivery): RawDelivery {
  const raw = (request: RawRequest) => http.send(request, patientMs);
  const anyone = () => core.world.users.find((one) => one.id !== app.botUser)?.id ?? '';
  return {
    raw,
    command(body) {
      const [channel] = core.world.channels.values();
      if (!channel) throw new Error('the chat has no channel');
      const user = String(body.user_id ?? anyone());
      const usual = commandPayload(core, user, channel, String(body.command ?? '/'), String(body.text ?? ''));
      return raw(requestOf('slash_commands', { ...usual, ...body }));
    },
    interaction(payload) {
      const user = anyone();
      const usual = {
        ...interaction(core, String(payload.type), user),
        trigger_id: core.triggers.issue(user),
      };
      return raw(requestOf('interactive', { ...usual, ...payload }));
    },
    event(event, retry, outer = {}) {
      return raw(requestOf('events_api', { ...eventCallback(core, event), ...outer }, retry));
    },
  };
}
