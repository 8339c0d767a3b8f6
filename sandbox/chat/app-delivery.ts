import type { HttpDelivery, RawRequest } from './http-delivery.ts';
import { type Fields, fieldsOf } from './json.ts';
import type { EnvelopeType, SocketMode } from './socket-mode.ts';

/** The app's response within Slack's three seconds, or why there's none. */
type DeliveryResult =
  | { answered: true; body: unknown }
  /** The error code that Slack shows to the user. */
  | { answered: false; error: 'operation_timeout' | 'dispatch_failed'; detail: string };

export interface Retry {
  num: number;
  reason: string;
}

/** Delivers payloads to the app: over Socket Mode if a socket is connected, otherwise as signed HTTP requests. */
export interface AppDelivery {
  deliver(type: EnvelopeType, payload: Fields, retry?: Retry): Promise<DeliveryResult>;
}

/** The HTTP request for a payload: form-encoded for commands and interactions, JSON for events. */
export function requestOf(type: EnvelopeType, payload: Fields, retry?: Retry): RawRequest {
  if (type === 'events_api') {
    const headers: Record<string, string> = retry
      ? { 'x-slack-retry-num': String(retry.num), 'x-slack-retry-reason': retry.reason }
      : {};
    return { body: JSON.stringify(payload), contentType: 'application/json', headers };
  }
  if (type === 'interactive')
    return { body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString() };
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(payload)) form.set(name, String(value));
  return { body: form.toString() };
}

function failure(cause: unknown): DeliveryResult {
  const late = cause instanceof Error && cause.name === 'TimeoutError';
  const detail = cause instanceof Error ? cause.message : String(cause);
  return { answered: false, error: late ? 'operation_timeout' : 'dispatch_failed', detail };
}

/** Over Socket Mode, an app acknowledges with `{}` where an HTTP app sends an empty body. */
function socketBody(payload: unknown): unknown {
  const fields = fieldsOf(payload);
  return Object.keys(fields).length === 0 ? undefined : fields;
}

export function createAppDelivery(http: HttpDelivery, socket: SocketMode, withinMs: number): AppDelivery {
  return {
    async deliver(type, payload, retry) {
      try {
        if (socket.connections > 0) {
          const attempt = retry ? { retry_attempt: retry.num, retry_reason: retry.reason } : {};
          return { answered: true, body: socketBody(await socket.send(type, payload, withinMs, attempt)) };
        }
        const { status, body } = await http.send(requestOf(type, payload, retry), withinMs);
        if (status === 200) return { answered: true, body };
        return { answered: false, error: 'dispatch_failed', detail: `the app answered ${status}` };
      } catch (cause) {
        return failure(cause);
      }
    },
  };
}
