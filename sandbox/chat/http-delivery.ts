import { parsed } from './json.ts';
import { signature } from './signing.ts';

export interface RawRequest {
  body: string;
  /** Absent: the bare form type, the only one Bolt takes for forms (slack-facts G8). */
  contentType?: string;
  headers?: Record<string, string>;
  /** Unix seconds; absent: now. */
  timestamp?: number | string;
  /** Absent: the right one. */
  signature?: string;
}

export interface RawAnswer {
  status: number;
  /** The JSON value when the app sent JSON, else the text; `undefined` when it sent nothing. */
  body: unknown;
}

export interface HttpDelivery {
  deliverTo(url: string): void;
  readonly target: string | undefined;
  /** Sends one signed request to the app. Rejects when it cannot be reached or takes longer than the deadline. */
  send(request: RawRequest, withinMs: number): Promise<RawAnswer>;
}

const form = 'application/x-www-form-urlencoded';

export function createHttpDelivery(secret: string, url?: string): HttpDelivery {
  let target = url;
  return {
    deliverTo(to) {
      target = to;
    },
    get target() {
      return target;
    },
    async send(request, withinMs) {
      if (!target) throw new Error('the chat was not told where the app listens');
      // the real clock: the app compares with its own, whatever clock a test gave to the chat
      const timestamp = String(request.timestamp ?? Math.floor(Date.now() / 1000));
      const response = await fetch(target, {
        method: 'POST',
        body: request.body,
        headers: {
          'content-type': request.contentType ?? form,
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': request.signature ?? signature(secret, timestamp, request.body),
          connection: 'close',
          ...request.headers,
        },
        signal: AbortSignal.timeout(withinMs),
      });
      const text = await response.text();
      const json = response.headers.get('content-type')?.includes('json');
      return { status: response.status, body: text === '' ? undefined : json ? parsed(text) : text };
    },
  };
}
