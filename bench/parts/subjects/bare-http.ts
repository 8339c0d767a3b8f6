/** The minimum: an HTTP server that verifies Slack's signature and acknowledges. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const secret = process.env.SLACK_SIGNING_SECRET ?? '';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const time = request.headers['x-slack-request-timestamp'];
    const signed = createHmac('sha256', secret)
      .update(`v0:${time}:${Buffer.concat(chunks)}`)
      .digest('hex');
    const given = Buffer.from(String(request.headers['x-slack-signature']));
    const expected = Buffer.from(`v0=${signed}`);
    const genuine = given.length === expected.length && timingSafeEqual(given, expected);
    response.writeHead(genuine ? 200 : 401).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
