/**
 * A plain BullMQ worker. Its jobs do nothing, or, with `SERVICE_URL` and `SLACK_URL`, the minimum for a post: one request to the
 * service and one message.
 */
import { WebClient } from '@slack/web-api';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { Agent } from 'undici';
import type { Usage } from '../usage.ts';

const { REDIS_URL = '', QUEUE = '', CONCURRENCY = '', SERVICE_URL, SLACK_URL = '' } = process.env;
const agent = new Agent();
let sent = 0;
const slack = new WebClient('xoxb-bench', { slackApiUrl: SLACK_URL });

async function send(): Promise<void> {
  const { origin, pathname } = new URL(`${SERVICE_URL}/post`);
  const caption = 'Open until ten tonight, with the new autumn menu on every table. Come as you are.';
  const { body } = await agent.request({
    origin,
    path: `${pathname}?brandId=brand-${process.pid}-${sent++}`,
    method: 'POST',
    headers: { 'X-API-Key': 'bench-key', 'Content-Type': 'application/json' },
    body: JSON.stringify({ caption, mediaUrls: [] }),
  });
  const { postGroupId } = (await body.json()) as { postGroupId: string };
  await slack.chat.postMessage({ channel: 'C0SOCIAL', text: `Made ${postGroupId}: ${caption}` });
}

const worker = new Worker(QUEUE, SERVICE_URL ? send : async () => undefined, {
  connection: new Redis(REDIS_URL, { maxRetriesPerRequest: null }),
  concurrency: Number(CONCURRENCY),
});
worker.on('error', (cause) => console.error(cause));
await worker.waitUntilReady();

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    cpuMs: (user + system) / 1_000,
    memoryMb: process.memoryUsage.rss() / 2 ** 20,
  };
  process.send?.(usage);
});
process.on('disconnect', () => process.exit());
process.stdout.write(`${JSON.stringify({ port: 0 })}\n`);
