/**
 * Bolt with listeners that only acknowledge. With OPENS=yes, the command then opens a modal, the minimum that such a command does.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver } from '@slack/bolt';
import { postModal } from '#views/posts/post-modal.ts';

const {
  SLACK_SIGNING_SECRET: signingSecret = '',
  SLACK_BOT_TOKEN: token = '',
  SLACK_API_URL,
  OPENS,
} = process.env;

const receiver = new HTTPReceiver({ signingSecret });
const app = new App({
  receiver,
  token,
  clientOptions: { slackApiUrl: SLACK_API_URL ?? '' },
  convoStore: false,
});
app.command('/post', async ({ ack, command, client }) => {
  await ack();
  if (OPENS !== 'yes') return;
  const view = postModal.render({ channel: command.channel_id }, command.text);
  await client.views.open({ trigger_id: command.trigger_id, view });
});
app.view('post', async ({ ack }) => ack());

const server = (await app.start(0)) as Server;
process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
