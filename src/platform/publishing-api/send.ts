/** One HTTP request, sent once: the only file that knows undici. */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';

export type { Dispatcher };

export interface Outgoing {
  origin: string;
  /** Includes the query. */
  path: string;
  method: 'GET' | 'POST' | 'PATCH';
  headers: Record<string, string>;
  body: string | null;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty if the answer was cut off. */
  text: string;
  isCut?: true;
}

/** No complete answer came. */
export class Unanswered extends Error {
  /** Whether the service may have received the request. */
  readonly sent: boolean;
  /** Whether the caller's signal ended it. */
  readonly aborted: boolean;
  /** The status, if the answer began and was cut off. */
  readonly status: number | undefined;

  constructor(cause: unknown, how: { sent: boolean; aborted: boolean; status: number | undefined }) {
    super('no whole answer', { cause });
    this.name = 'Unanswered';
    this.sent = how.sent;
    this.aborted = how.aborted;
    this.status = how.status;
  }
}

const maxAnswerBytes = 8 * 1024 * 1024;

export function createAgent(): Agent {
  return new Agent({
    connections: 16,
    pipelining: 1,
    maxResponseSize: maxAnswerBytes,
    connect: { timeout: 5_000 },
    // One request per connection, so that a reset is about that request alone.
    allowH2: false,
  });
}

/**
 * Sends the request and reads the whole answer; rejects with `Unanswered`. Redirects aren't followed. It uses
 * `dispatch` and not `request`, which leaves an aborted request waiting for a free connection, and can't tell
 * whether it was ever written.
 */
export function send(dispatcher: Dispatcher, outgoing: Outgoing, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let begun: Omit<Answer, 'text'> | undefined;
    const chunks: Buffer[] = [];
    const text = (): string => Buffer.concat(chunks).toString('utf8');

    const settle = (end: () => void): void => {
      signal.removeEventListener('abort', abort);
      end();
    };
    const fail = (cause: unknown): void =>
      settle(() => {
        const sent = controller !== undefined;
        // The status alone makes it a refusal, so a body that was cut off doesn't matter.
        if (begun && begun.status >= 300) resolve({ ...begun, text: text() });
        else reject(new Unanswered(cause, { sent, aborted: signal.aborted, status: begun?.status }));
      });
    const abort = (): void => {
      fail(signal.reason);
      controller?.abort(signal.reason);
    };

    if (signal.aborted) return fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const handler: Dispatcher.DispatchHandler = {
      // Called right before the first byte is written, so an abort here means that nothing was sent.
      onRequestStart(started) {
        if (signal.aborted) started.abort(signal.reason);
        else controller = started;
      },
      onResponseStart(_, status, headers) {
        if (status >= 200) begun = { status, headers };
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        const whole = begun;
        settle(() => (whole ? resolve({ ...whole, text: text() }) : fail(new Error('no status'))));
      },
      onResponseError(_, cause) {
        fail(cause);
      },
    };
    try {
      dispatcher.dispatch(outgoing, handler);
    } catch (cause) {
      fail(cause);
    }
  });
}
