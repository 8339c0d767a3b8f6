import { request } from 'node:http';
import type { ChatClock } from './clock.ts';
import { parsed } from './json.ts';
import { signature } from './signing.ts';

export interface RawRequest {
  body: string;
  /** Absent: the form type without a charset. Bolt's HTTPReceiver answers 400 to any other. */
  contentType?: string;
  headers?: Record<string, string>;
  /** Unix seconds; absent: now. */
  timestamp?: number | string;
  /** Absent: the right one. */
  signature?: string;
}

export interface RawAnswer {
  status: number;
  /** Parsed if the app sent JSON, otherwise the text; `undefined` if it was empty. */
  body: unknown;
}

export interface HttpDelivery {
  deliverTo(url: string): void;
  readonly target: string | undefined;
  /** Sends a signed request to the app. Rejects if the app can't be reached or exceeds the deadline. */
  send(request: RawRequest, withinMs: number): Promise<RawAnswer>;
}

const form = 'application/x-www-form-urlencoded';

/** `clock` isn't moved between signing a request and its response. */
export function createHttpDelivery(
  secret: string,
  url?: string,
  clock?: Pick<ChatClock, 'withoutJumps'>,
): HttpDelivery {
  let target = url;
  return {
    deliverTo(to) {
      target = to;
    },
    get target() {
      return target;
    },
    send: (request, withinMs) =>
      clock ? clock.withoutJumps(() => send(request, withinMs)) : send(request, withinMs),
  };

  async function send(request: RawRequest, withinMs: number): Promise<RawAnswer> {
    if (!target) throw new Error('the chat was not told where the app listens');
    // the real clock, because the app checks the timestamp against its own
    const timestamp = String(request.timestamp ?? Math.floor(Date.now() / 1000));
    const { status, type, text } = await post(target, request.body, withinMs, {
      'content-type': request.contentType ?? form,
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': request.signature ?? signature(secret, timestamp, request.body),
      connection: 'close',
      ...request.headers,
    });
    return { status, body: text === '' ? undefined : type.includes('json') ? parsed(text) : text };
  }
}

interface Posted {
  status: number;
  type: string;
  text: string;
}

/** Uses `node:http` because `fetch` takes twice the CPU time, and most tests send many deliveries. Rejects with `TimeoutError` after `withinMs`. */
function post(url: string, body: string, withinMs: number, headers: Record<string, string>): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (response) => {
      const { statusCode = 0, headers } = response;
      const answer = { status: statusCode, type: headers['content-type'] ?? '' };
      response
        .toArray()
        .then((chunks) => resolve({ ...answer, text: Buffer.concat(chunks).toString() }), reject);
    });
    const timer = setTimeout(() => {
      reject(new DOMException(`no answer within ${withinMs} ms`, 'TimeoutError'));
      sent.destroy();
    }, withinMs);
    sent
      .on('error', reject)
      .once('close', () => clearTimeout(timer))
      .end(body);
  });
}
