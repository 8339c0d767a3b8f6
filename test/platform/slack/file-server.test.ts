import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { WebClient } from '@slack/web-api';
import { pino } from 'pino';
import type { Fault } from '#sandbox/chat/faults.ts';
import { createSlackFetch } from '#src/platform/slack/addresses.ts';
import { createFileAddresses } from '#src/platform/slack/file-addresses.ts';
import { createFileServer } from '#src/platform/slack/file-server.ts';
import { createSlackFiles } from '#src/platform/slack/files.ts';
import { eventually } from '#test/support/eventually.ts';
import { attached, picture, startServing } from '#test/support/files.ts';
import { longTest } from '#test/support/long-tests.ts';

/** Starts a fetch without reading the body, so Slack's bytes have to wait. The test aborts it at its end, because an unread socket never ends. */
async function stall(t: TestContext, address: string) {
  const request = get(address, { agent: false });
  t.after(() => request.destroy());
  const [response] = await once(request, 'response');
  response.pause();
  response.on('error', () => undefined);
  request.on('error', () => undefined);
  return { request, status: response.statusCode as number };
}

const large = { name: 'long.mp4', content: Buffer.alloc(8 * 1024 * 1024) };

longTest(
  'a streamed file isn’t kept in memory, ends when its reader leaves, and has its own limit',
  async (t) => {
    const { ana, service, bot, publicUrl, settings } = await startServing(t);
    const address = await attached(ana, () => service.posts(), large);
    const addresses = createFileAddresses(publicUrl, [settings.SLACK_SIGNING_SECRET ?? ''], 1, Date.now);
    const sign = (id: string, ending: 'png' | 'mp4', workspace = 'T0PRESS') =>
      addresses.sign(workspace, { id, name: '', ending });
    const { files } = await ana.says('Films', {
      in: 'social',
      files: Array.from({ length: 5 }, () => large),
    });
    const [others = [], [last = '']] = [files.slice(0, 3), files.slice(3)].map((some) =>
      some.map(({ id }) => sign(id, 'mp4')),
    ) as [string[], string[]];

    const idle = await Promise.all(Array.from({ length: 5 }, () => stall(t, address)));
    const crowded = await fetch(address);
    assert.deepEqual([crowded.status, crowded.headers.get('retry-after')], [503, '10']);
    // the other files of the workspace aren't kept from anyone
    idle.push(
      ...(await Promise.all(others.flatMap((other) => Array.from({ length: 5 }, () => stall(t, other))))),
    );
    assert.deepEqual([...new Set(idle.map(({ status }) => status))], [200]);
    const refused = await fetch(last);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '10']);
    // they don't block other workspaces' files, and requests without a valid URL reveal nothing
    assert.equal((await fetch(sign('F1', 'png', 'T0OTHER'))).status, 410);
    assert.equal((await fetch(address.replace('.mp4', '.png'))).status, 404);
    for (const { request } of idle.slice(1)) request.destroy();
    await eventually(async () => {
      const answer = await fetch(address);
      assert.equal(answer.status, 200);
      assert.equal((await answer.arrayBuffer()).byteLength, large.content.length);
    });
    // one fetch is still unread, which doesn't keep the bot from stopping
    await bot.stop();
  },
);

test('Slack is asked once a minute about a file, and a deleted file isn’t served', async (t) => {
  let later = 0;
  const { ana, chat, service } = await startServing(t, { now: () => Date.now() + later });
  const address = await attached(ana, () => service.posts());
  const calls = () => chat.calls.filter(({ method }) => method === 'files.info').length;
  const status = async (method = 'GET') => {
    const answer = await fetch(address, { method });
    await answer.arrayBuffer();
    return answer.status;
  };
  const before = calls();
  assert.equal(await status(), 200);
  for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) assert.equal(await status(method), 200);
  assert.deepEqual(await Promise.all([status(), status('HEAD'), status()]), [200, 200, 200]);
  assert.equal(calls() - before, 1);
  later += 61_000;
  assert.equal(await status('HEAD'), 200);
  assert.equal(calls() - before, 2);

  chat.world.files.delete(new URL(address).pathname.split('/')[3] ?? '');
  // its bytes are gone at once, and from then on, all requests get 410
  assert.equal(await status(), 410);
  assert.equal(await status('HEAD'), 410);
  assert.equal(calls() - before, 3);
});

test('failed downloads of a file’s bytes cause no extra requests to Slack', async (t) => {
  const { ana, chat, service } = await startServing(t);
  const address = await attached(ana, () => service.posts());
  const before = chat.calls.filter(({ method }) => method === 'files.info').length;
  chat.faults.next('files-pri', { kind: 'dropped' }, Number.POSITIVE_INFINITY);
  for (let n = 0; n < 10; n += 1) assert.equal((await fetch(address)).status, 502);
  const calls = chat.calls.filter(({ method }) => method === 'files.info').length - before;
  assert.ok(calls <= 2, `expected one request, and one to check whether it was deleted, but not ${calls}`);
});

test('a deleted file is noticed within a minute even if no one fetches its bytes', async (t) => {
  let later = 0;
  const { ana, chat, service } = await startServing(t, { now: () => Date.now() + later });
  const address = await attached(ana, () => service.posts());
  const head = async () => (await fetch(address, { method: 'HEAD' })).status;
  assert.equal(await head(), 200);
  chat.world.files.delete(new URL(address).pathname.split('/')[3] ?? '');
  later += 60_000;
  assert.equal(await head(), 410);
});

test('a file whose data from Slack doesn’t match isn’t passed on', async (t) => {
  let later = 0;
  const { ana, chat, service, logs } = await startServing(t, { now: () => Date.now() + later });
  const address = await attached(ana, () => service.posts());
  const id = new URL(address).pathname.split('/')[3] ?? '';
  const hidden = await ana.says('Not for all', { in: 'leadership', files: [picture] });
  const elsewhere = createServer((request, response) => {
    calls.push(request.headers);
    response.setHeader('content-type', 'image/png').end(picture.content);
  }).listen(0, '127.0.0.1');
  const calls: object[] = [];
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
    // removes Slack's earlier response about the file from the cache
    later += 61_000;
    chat.faults.next(method, fault, times);
    const said = JSON.stringify(fault);
    const answer = fetch(address).then(async (one) => [one.status, await one.text()]);
    if (expected === 'cut') await assert.rejects(answer, said);
    else assert.deepEqual(await answer, [expected, ''], said);
    later += 61_000;
    assert.equal((await fetch(address)).status, 200, said);
  }
  assert.deepEqual(calls, []);
  const told = logs.filter(({ msg }) => msg === "couldn't serve a file from Slack");
  assert.deepEqual(
    told.map(({ err }) => (err as Error).message).filter((text) => /Slack sent/.test(text)),
    ['Slack sent more bytes than it announced', 'Slack sent fewer bytes than it announced'],
  );
});

test('the server waits neither for a Slack that sends nothing nor for a client that reads nothing', async (t) => {
  const { ana, chat, service, settings } = await startServing(t);
  const signed = await attached(ana, () => service.posts(), large);
  assert.equal((await (await fetch(signed)).arrayBuffer()).byteLength, large.content.length);
  const { SLACK_BOT_TOKEN: token = '', SLACK_SIGNING_SECRET: secret = '' } = settings;
  const client = new WebClient(token, { slackApiUrl: chat.apiUrl });
  const files = createSlackFiles(client, createSlackFetch(chat.apiUrl), token);
  const route = createFileServer({
    addresses: createFileAddresses(chat.url, [secret], 400, Date.now),
    contextOf: async () => ({ files }),
    log: pino({ level: 'silent' }),
    now: Date.now,
    idleMs: 100,
  });
  const server = createServer(route.handler).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}${new URL(signed).pathname}`;
  chat.faults.next('files-pri', { kind: 'slow', ms: 60_000 });
  assert.equal((await fetch(address)).status, 504);

  await stall(t, address);
  const connections = promisify(server.getConnections.bind(server));
  server.closeIdleConnections();
  await eventually(async () => assert.equal(await connections(), 0));
});
