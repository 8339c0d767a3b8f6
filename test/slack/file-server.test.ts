import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { WebClient } from '@slack/web-api';
import { pino } from 'pino';
import type { Fault } from '#sandbox/chat/faults.ts';
import { createSlackFetch } from '#src/slack/addresses.ts';
import { createFileAddresses } from '#src/slack/file-addresses.ts';
import { createFileServer } from '#src/slack/file-server.ts';
import { createSlackFiles } from '#src/slack/files.ts';
import { eventually } from '#test/support/eventually.ts';
import { attached, picture, startServing } from '#test/support/files.ts';

test('what streams is not kept in memory, ends with the one who left, and has a limit of its own', async (t) => {
  const { ana, service, bot, publicUrl, settings } = await startServing(t);
  const large = { name: 'long.mp4', content: Buffer.alloc(8 * 1024 * 1024) };
  const address = await attached(ana, () => service.posts(), large);
  // readers that take nothing: what Slack sends has to wait for them
  const idle = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const request = get(address);
      const [response] = await once(request, 'response');
      response.pause();
      return { request, response };
    }),
  );
  const refused = await fetch(address);
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '10']);
  // they keep nobody of another workspace from theirs, and who has no address learns nothing
  const others = createFileAddresses(publicUrl, [settings.SLACK_SIGNING_SECRET ?? ''], 1, Date.now);
  assert.equal((await fetch(others.sign('T0OTHER', { id: 'F1', name: '', ending: 'png' }))).status, 410);
  assert.equal((await fetch(address.replace('.mp4', '.png'))).status, 404);
  for (const { request } of idle.slice(1)) request.on('error', () => undefined).destroy();
  await eventually(async () => {
    const answer = await fetch(address);
    assert.equal(answer.status, 200);
    assert.equal((await answer.arrayBuffer()).byteLength, large.content.length);
  });
  idle[0]?.response.on('error', () => undefined);
  // one still reads nothing, and does not keep the bot from ending
  await bot.stop();
});

test('what Slack says of a file, and what it sends, is not passed on where it does not fit', async (t) => {
  const { ana, chat, service, logs } = await startServing(t);
  const address = await attached(ana, () => service.posts());
  const id = new URL(address).pathname.split('/')[3] ?? '';
  const hidden = await ana.says('Not for all', { in: 'leadership', files: [picture] });
  const elsewhere = createServer((request, response) => {
    asked.push(request.headers);
    response.setHeader('content-type', 'image/png').end(picture.content);
  }).listen(0, '127.0.0.1');
  const asked: object[] = [];
  t.after(() => elsewhere.close());
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const at = `${chat.url}/files-pri/${id}/download/x.png`;
  const file = (over: object): Fault => ({
    kind: 'answers',
    with: {
      file: { id, mimetype: 'image/png', size: picture.content.length, url_private_download: at, ...over },
    },
  });
  const answers: [number | 'cut', string, Fault, number?][] = [
    [413, 'files.info', file({ size: 20 * 1024 * 1024 + 1 })],
    [413, 'files.info', file({ size: 0 })],
    [410, 'files.info', file({ mode: 'tombstone' })],
    [502, 'files.info', { kind: 'server-error' }, 2],
    [502, 'files.info', file({ url_private_download: `http://127.0.0.1:${port}/x.png` })],
    [502, 'files.info', file({ url_private_download: undefined })],
    // a redirect, to where people sign in
    [502, 'files.info', file({ url_private_download: at.replace(id, hidden.files[0]?.id ?? '') })],
    ['cut', 'files.info', file({ size: 5 })],
    ['cut', 'files.info', file({ size: picture.content.length + 1 })],
    // a page with the status of a file
    [502, 'files-pri', { kind: 'refused', error: 'sign in' }],
    [502, 'files-pri', { kind: 'server-error' }],
    [502, 'files-pri', { kind: 'dropped' }],
    [503, 'files-pri', { kind: 'rate-limited', retryAfterSeconds: 5 }],
  ];
  for (const [expected, method, fault, times] of answers) {
    chat.faults.next(method, fault, times);
    const said = JSON.stringify(fault);
    const answer = fetch(address).then(async (one) => [one.status, await one.text()]);
    if (expected === 'cut') await assert.rejects(answer, said);
    else assert.deepEqual(await answer, [expected, ''], said);
    assert.equal((await fetch(address)).status, 200, said);
  }
  assert.deepEqual(asked, []);
  const told = logs.filter(({ msg }) => msg === 'a file could not be passed on');
  assert.deepEqual(
    told.map(({ err }) => (err as Error).message).filter((text) => /Slack sent/.test(text)),
    ['Slack sent more than it said', 'Slack sent less than it said'],
  );
});

test('neither a Slack that sends nothing nor somebody who reads nothing is waited for', async (t) => {
  const { ana, chat, service, settings } = await startServing(t);
  const large = { name: 'long.mp4', content: Buffer.alloc(8 * 1024 * 1024) };
  const signed = await attached(ana, () => service.posts(), large);
  assert.equal((await (await fetch(signed)).arrayBuffer()).byteLength, large.content.length);
  const { SLACK_BOT_TOKEN: token = '', SLACK_SIGNING_SECRET: secret = '' } = settings;
  const client = new WebClient(token, { slackApiUrl: chat.apiUrl });
  const files = createSlackFiles(client, createSlackFetch(chat.apiUrl), token);
  const { route } = createFileServer({
    addresses: createFileAddresses(chat.url, [secret], 400, Date.now),
    outsideOf: async () => ({ files }),
    log: pino({ level: 'silent' }),
    idleMs: 100,
  });
  const server = createServer(route.handler).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}${new URL(signed).pathname}`;
  chat.faults.next('files-pri', { kind: 'slow', ms: 60_000 });
  assert.equal((await fetch(address)).status, 504);

  const [response] = await once(get(address, { agent: false }), 'response');
  response.on('error', () => undefined).pause();
  const connections = promisify(server.getConnections.bind(server));
  server.closeIdleConnections();
  await eventually(async () => assert.equal(await connections(), 0));
});
