/** A proxy between the chat and the bot that records all deliveries. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface Recorded {
  contentType: string;
  body: string;
}

/** Calls `before` with each delivery before forwarding it. */
export async function startRecorder(
  t: Pick<TestContext, 'after'>,
  bot: string,
  before: (delivery: Recorded) => Promise<void>,
): Promise<string> {
  const server = createServer(async (request, response) => {
    try {
      const body = Buffer.concat(await request.toArray());
      const { 'content-type': contentType = '' } = request.headers;
      await before({ contentType, body: body.toString() });
      const answer = await fetch(bot, { method: 'POST', body, headers: signedHeaders(request.headers) });
      const type = answer.headers.get('content-type');
      response.writeHead(answer.status, type ? { 'content-type': type } : {});
      response.end(Buffer.from(await answer.arrayBuffer()));
    } catch (cause) {
      response.destroy(cause instanceof Error ? cause : undefined);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function signedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ['content-type', 'x-slack-signature', 'x-slack-request-timestamp'];
  return Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')]));
}
