/** A server that records requests and sends the test's responses, byte for byte. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createService, type ServiceOptions } from '#src/platform/publishing-api/client.ts';

export interface Seen {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export type Reply =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  /** Closes the connection: before any answer, or after the head of one with this status. */
  | { drop: 'before' }
  | { drop: 'within'; status: number }
  | { hang: true };

/** One reply for all requests, replies in order (the last is repeated), or a function of the request. */
export type Replies = Reply | Reply[] | ((seen: Seen, count: number) => Reply);

export const testKey = 'key-of-the-test';

/** A client and the server that it speaks to; both close with the test. */
export async function startService(t: TestContext, replies: Replies, options: Partial<ServiceOptions> = {}) {
  const seen: Seen[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    seen.push(await read(request));
    for (const resume of waiting.splice(0)) resume();
    reply(response, pick(replies, seen));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/v1`;
  const service = createService({ url, key: testKey, timeoutMs: 2_000, ...options });
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  t.after(async () => {
    await stop();
    await service.close();
  });
  return {
    service,
    seen,
    url,
    stop,
    /** Resolves when another request has arrived. */
    nextRequest: () => new Promise<void>((resolve) => waiting.push(resolve)),
  };
}

function pick(replies: Replies, seen: Seen[]): Reply {
  const last = seen.at(-1);
  if (typeof replies === 'function') return last ? replies(last, seen.length) : {};
  if (!Array.isArray(replies)) return replies;
  return replies[Math.min(seen.length, replies.length) - 1] ?? {};
}

function reply(response: ServerResponse, given: Reply): void {
  if ('hang' in given) return;
  if ('drop' in given) {
    if (given.drop === 'before') response.socket?.destroy();
    else {
      response.writeHead(given.status, { 'Content-Length': '100' });
      response.write('{"id":"cut', () => response.socket?.destroy());
    }
    return;
  }
  const type = given.json === undefined ? {} : { 'Content-Type': 'application/json' };
  response.writeHead(given.status ?? 200, { ...type, ...given.headers });
  response.end(given.json === undefined ? given.text : JSON.stringify(given.json));
}

async function read(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
  return {
    method: request.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}
