import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '../core.ts';
import type { Retry } from '../courier.ts';
import { app } from '../defaults.ts';
import { newId } from '../ids.ts';
import type { Fields } from '../json.ts';

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
    is_ext_shared_channel: false,
  };
}

/** Sends an event, and up to three times more when it is not acknowledged (slack-facts §3, "Events retry"). */
export async function tellApp(core: Core, event: Fields): Promise<void> {
  if (!core.installed.hearsEvent(String(event.type))) return;
  const body = eventCallback(core, event);
  let retry: Retry | undefined;
  for (const [index, afterMs] of [...core.eventRetriesAfterMs, undefined].entries()) {
    const reply = await core.courier.deliver('events_api', body, retry);
    if (reply.answered || afterMs === undefined) return;
    await pause(afterMs, undefined, { ref: false });
    const reason = reply.error === 'operation_timeout' ? 'http_timeout' : 'http_error';
    retry = { num: index + 1, reason };
  }
}
