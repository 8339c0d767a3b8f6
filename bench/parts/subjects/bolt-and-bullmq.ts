/** Bolt and BullMQ without any features: a receiver, five queues, and five workers. Also imports the packages in PACKAGES. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver } from '@slack/bolt';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

// Node writes its compile cache only on a normal exit
process.once('SIGTERM', () => process.exit());

const { SLACK_SIGNING_SECRET: signingSecret = '', SLACK_BOT_TOKEN: token = '' } = process.env;
const { SLACK_API_URL: slackApiUrl = '', REDIS_URL = '' } = process.env;

const app = new App({
  receiver: new HTTPReceiver({ signingSecret }),
  token,
  clientOptions: { slackApiUrl },
  convoStore: false,
});
const server = (await app.start(0)) as Server;

const enqueuing = new Redis(REDIS_URL);
const working = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
const prefix = '{idle}';
for (const name of ['work', 'create', 'read', 'watch', 'draw', 'round']) {
  await new Queue(name, { connection: enqueuing, prefix }).waitUntilReady();
  await new Worker(name, async () => undefined, { connection: working, prefix }).waitUntilReady();
}
for (const name of (process.env.PACKAGES ?? '').split(' ').filter(Boolean)) await import(name);
process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
