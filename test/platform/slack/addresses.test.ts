import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { WebClient } from '@slack/web-api';
import { pino } from 'pino';
import { startChat } from '#sandbox/chat/start.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { createSlackFetch, isSlackAddress } from '#src/platform/slack/addresses.ts';
import { createUploader } from '#src/platform/slack/uploader.ts';
import { read, sources } from '#test/architecture/project.ts';
import { startBot } from '#test/support/bot.ts';
import { mayNotShare } from '#views/kit/command-refusals.ts';

const api = 'https://slack.com/api/';

for (const [address, is] of [
  ['https://hooks.slack.com/commands/T1/2/3', true],
  ['https://files.slack.com/upload/v1/abc', true],
  ['https://slack.com/api/chat.postMessage', true],
  ['http://hooks.slack.com/commands', false],
  ['https://hooks.slack.com:8443/commands', false],
  ['https://hooks.slack.com.evil.example/commands', false],
  ['https://notslack.com/commands', false],
  ['https://user@hooks.slack.com/commands', false],
  ['https://hooks.slack.com@evil.example/commands', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['file:///etc/passwd', false],
  ['', false],
] as const)
  test(`${address || 'nothing'} is ${is ? 'an' : 'not an'} address of Slack`, () => {
    assert.equal(isSlackAddress(address, api), is);
  });

/** Someone else's server, with its requests. */
async function startElsewhere(t: TestContext): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

test('a signed request with a response URL outside Slack sends nothing there', async (t) => {
  const { ana, chat } = await startBot(t);
  const elsewhere = await startElsewhere(t);
  const response_url = `${elsewhere.url}/steal`;
  await chat.deliver.command({ command: '/social', text: 'help', user_id: ana.id, response_url });
  await chat.deliver.interaction({
    type: 'block_actions',
    user: { id: ana.id },
    response_url,
    actions: [{ type: 'button', action_id: 'card.approve', block_id: 'b', value: 'V0NOTHING' }],
  });
  await chat.called('chat.postMessage', 2);
  assert.deepEqual(elsewhere.requests, []);
});

test('a file’s bytes are sent only to Slack', async (t) => {
  const chat = await startChat({ signingSecret: 'secret', botToken: 'xoxb-sandbox' });
  t.after(() => chat.close());
  const elsewhere = await startElsewhere(t);
  const client = new WebClient('xoxb-sandbox', { slackApiUrl: chat.apiUrl, retryConfig: { retries: 0 } });
  const uploader = createUploader(
    client,
    createSlackFetch(chat.apiUrl),
    pino({ level: 'silent' }),
    () => new Refusal(...mayNotShare),
  );
  const file = { name: 'a.csv', title: 'A', bytes: new Uint8Array([1]) };
  const upload_url = `${elsewhere.url}/steal`;
  chat.faults.next('files.getUploadURLExternal', { kind: 'answers', with: { upload_url, file_id: 'F1' } });
  await assert.rejects(uploader.hand([file]), new Refusal(...mayNotShare));
  assert.deepEqual(elsewhere.requests, []);
  assert.equal((await uploader.hand([file])).length, 1);
});

test('only known files send requests, and links from users are opened in one place', () => {
  const senders = sources().filter(
    (file) => /^(commands|views|src)\//.test(file) && /\bfetch\(|\bdispatch\(|\bnew Agent\(/.test(read(file)),
  );
  assert.deepEqual(senders.sort(), [
    // asks the service, this machine and Slack alone, when someone runs it by hand
    'src/doctor/direct-check.ts',
    'src/doctor/port.ts',
    'src/doctor/slack.ts',
    // pictures of posts, for their preview, and the media links of a file
    'src/platform/http/open-address.ts',
    'src/platform/publishing-api/send.ts',
    'src/platform/slack/addresses.ts',
  ]);
});
