/** A load balancer between Slack and two bots: round robin, skips dead bots, and injects delivery faults. */
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signature } from '#sandbox/chat/signing.ts';
import type { Random } from './random.ts';

export interface LoadBalancer {
  url: string;
  readonly counts: {
    delivered: number;
    repeated: number;
    repeatsTaken: number;
    droppedBefore: number;
    droppedAfter: number;
    /** No bot was listening. */
    noBot: number;
    /** The bot died during the request, or took ten seconds. */
    cutShort: number;
    /** Responses with a status other than 200. */
    refused: number;
  };
  /** Stops injecting faults. */
  stopFaults(): void;
  close(): Promise<void>;
}

interface Delivery {
  headers: IncomingMessage['headers'];
  body: Buffer;
}

interface Answer {
  status: number;
  type: string | undefined;
  body: Buffer;
}

type Unanswered = 'noBot' | 'cutShort';

/** The delay before a repeated delivery, which is signed again, because a signature is accepted only once. */
export const repeatAfterMs = { least: 1_000, most: 4_000 };

export async function startLoadBalancer(
  bots: () => number[],
  random: Random,
  secret: string,
): Promise<LoadBalancer> {
  const counts = {
    delivered: 0,
    repeated: 0,
    repeatsTaken: 0,
    droppedBefore: 0,
    droppedAfter: 0,
    noBot: 0,
    cutShort: 0,
    refused: 0,
  };
  const repeats = new Set<NodeJS.Timeout>();
  let calm = false;

  function repeatIn(ms: number, { headers, body }: Delivery): void {
    const timer = setTimeout(async () => {
      repeats.delete(timer);
      counts.repeated += 1;
      const time = String(Math.floor(Date.now() / 1_000));
      const signed = {
        ...headers,
        'x-slack-request-timestamp': time,
        'x-slack-signature': signature(secret, time, body.toString()),
        'x-slack-retry-num': '1',
        'x-slack-retry-reason': 'http_timeout',
      };
      const answer = await sendToAnyBot(bots(), { headers: signed, body });
      if (outcomeOf(answer) === 'delivered') counts.repeatsTaken += 1;
    }, ms);
    repeats.add(timer);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const delivery = { headers: request.headers, body: await bytesOf(request) };
    const fault = random.next();
    if (!calm && fault < 0.01) {
      counts.droppedBefore += 1;
      response.destroy();
      return;
    }
    const answer = await sendToAnyBot(bots(), delivery);
    counts[outcomeOf(answer)] += 1;
    if (typeof answer === 'string') {
      response.writeHead(502).end();
      return;
    }
    if (!calm && fault > 0.9) {
      const { least, most } = repeatAfterMs;
      repeatIn(least + random.below(most - least), delivery);
    }
    if (!calm && fault >= 0.01 && fault < 0.02) {
      counts.droppedAfter += 1;
      response.destroy();
    } else
      response.writeHead(answer.status, answer.type ? { 'content-type': answer.type } : {}).end(answer.body);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`,
    counts,
    stopFaults() {
      calm = true;
    },
    async close() {
      for (const timer of repeats) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Tries the next bot only if nothing was sent to the first, as a load balancer does. */
async function sendToAnyBot(ports: number[], delivery: Delivery): Promise<Answer | Unanswered> {
  for (const port of ports) {
    try {
      return await sendToBot(port, delivery);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ECONNREFUSED') return 'cutShort';
    }
  }
  return 'noBot';
}

function outcomeOf(answer: Answer | Unanswered) {
  if (typeof answer === 'string') return answer;
  return answer.status === 200 ? 'delivered' : 'refused';
}

function sendToBot(port: number, { headers, body }: Delivery): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = send(
      {
        port,
        host: '127.0.0.1',
        path: '/slack/events',
        method: 'POST',
        headers,
        timeout: 10_000,
        agent: false,
      },
      (response) => {
        bytesOf(response).then(
          (bytes) =>
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'],
              body: bytes,
            }),
          reject,
        );
      },
    );
    request.on('timeout', () => request.destroy(new Error('the bot didn’t respond')));
    request.on('error', reject);
    request.end(body);
  });
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
