/** A reverse proxy: one address in front of several servers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export async function startReverseProxy(route: Route): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    route(request, response).catch((cause: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(cause));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const forwardedHeaders = /^(authorization|content-type|accept|x-api-key)$/;

/** Forwards a request and returns the response. */
export async function forward(
  { method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
  to: string,
  body: Buffer,
): Promise<void> {
  const kept = Object.entries(headers).filter(([name]) => forwardedHeaders.test(name));
  const answer = await fetch(to, {
    method,
    redirect: 'manual',
    headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
    ...(method !== 'GET' && { body: new Uint8Array(body) }),
  });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}
