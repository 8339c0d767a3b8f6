import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { sendJson } from './http-tools.ts';
import type { World } from './world.ts';

/** Applies a fault. Returns true if the call is finished. */
export async function applyFault(fault: Fault | undefined, response: ServerResponse): Promise<boolean> {
  switch (fault?.kind) {
    case 'slow':
      await sleep(fault.ms, undefined, { ref: false });
      return false;
    case 'held':
      await fault.until;
      return false;
    case 'rate-limited':
      await fault.until;
      sendJson(
        response,
        429,
        { ok: false, error: 'ratelimited' },
        { 'retry-after': String(fault.retryAfterSeconds) },
      );
      return true;
    case 'server-error':
      sendJson(response, fault.status ?? 500, { ok: false, error: 'internal_error' });
      return true;
    case 'refused':
      sendJson(response, 200, { ok: false, error: fault.error });
      return true;
    case 'answers':
      sendJson(response, 200, { ok: true, ...fault.with });
      return true;
    case 'dropped':
      response.destroy();
      return true;
    default:
      return false;
  }
}

/** For `answer-held`: shows the result on the page, and delays the response. */
export async function holdResponse(fault: Fault | undefined, world: World): Promise<void> {
  if (fault?.kind !== 'answer-held') return;
  world.changed();
  await fault.until;
}
