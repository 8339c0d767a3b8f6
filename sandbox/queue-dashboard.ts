/** Bull Board for `npm run dev`: shows the queues under the bot's Redis prefix. Listens on this machine only. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { queueNames } from './queues.ts';

export interface QueueDashboard {
  url: string;
  close(): Promise<void>;
}

/** `port` 0: any free port. Shows the queues that exist when it starts, so start it once the bot is ready. Rejects if the port is in use. */
export async function startQueueDashboard(options: {
  redisUrl: string;
  prefix: string;
  port: number;
}): Promise<QueueDashboard> {
  const connection = new Redis(options.redisUrl, { maxRetriesPerRequest: null });
  // the demo stops Redis before this process
  connection.on('error', () => {});
  const prefix = `{${options.prefix}}`;
  const names = await queueNames(connection, options.prefix);
  const queues = names.map((name) => new Queue(name, { connection, prefix }));
  const adapter = new ExpressAdapter();
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue)),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Presscheck' } },
  });
  const server = createServer(adapter.getRouter());
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    // the queues hold no resources except this connection
    connection.disconnect();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, '127.0.0.1', resolve);
    });
  } catch (cause) {
    await close();
    throw cause;
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
