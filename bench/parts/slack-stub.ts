/** A Slack Web API stub that accepts everything as fast as possible. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { origin } from './deliveries.ts';

export interface SlackStub {
  /** For `SLACK_API_URL`. */
  url: string;
  /** How often a method was called, such as `views.open`. */
  calls(method: string): number;
  /** Resolves once the next call of this method has arrived completely. `response`: a request to the response URL. */
  next(method: string): Promise<void>;
  /** The response URL for deliveries. */
  responseUrl: string;
  stop(): Promise<void>;
}

export async function startSlackStub(): Promise<SlackStub> {
  const called = new Map<string, number>();
  const awaited = new Map<string, () => void>();
  let messages = 0;
  const server = createServer((request, response) => {
    const method = request.url?.split('/').at(-1) ?? '';
    called.set(method, (called.get(method) ?? 0) + 1);
    request.resume().once('end', () => {
      awaited.get(method)?.();
      awaited.delete(method);
    });
    messages += 1;
    const answer = {
      ok: true,
      team_id: origin.workspace,
      user_id: 'U0PRESS',
      bot_id: 'B0PRESS',
      channel: origin.channel,
      ts: `1780000000.${String(messages).padStart(6, '0')}`,
      view: { id: 'V0', hash: '1' },
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
  return {
    url,
    calls: (method) => called.get(method) ?? 0,
    next: (method) => new Promise((resolve) => awaited.set(method, resolve)),
    responseUrl: `${url}response`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
