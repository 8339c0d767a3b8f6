import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type LookupFunction } from 'node:net';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { measure } from '#src/media/measure.ts';
import { createPictureReader } from '#src/media/picture-reader.ts';
import { isPublic, mayOpen, openAddress } from '#src/platform/http/open-address.ts';
import { mostBytes, readBytes } from '#src/platform/http/read-bytes.ts';
import { eventually, timeoutMs } from '#test/support/eventually.ts';
import { bandedPng, gif, turnedJpeg, webp } from '#test/support/pictures.ts';

const service = new URL('http://10.0.0.7:8080/v1');

for (const [address, from] of [
  ['https://pictures.example/a.png', 'public'],
  ['https://pictures.example:443/a.png', 'public'],
  ['https://8.8.8.8/a.png', 'public'],
  ['http://10.0.0.7:8080/media/a.png', 'service'],
  ['http://pictures.example/a.png', undefined],
  ['https://pictures.example:8443/a.png', undefined],
  ['https://user:word@pictures.example/a.png', undefined],
  ['http://user@10.0.0.7:8080/media/a.png', undefined],
  ['http://10.0.0.7/media/a.png', undefined],
  ['https://10.0.0.7:8080/media/a.png', undefined],
  ['https://127.0.0.1/a.png', undefined],
  ['https://2130706433/a.png', undefined],
  ['https://0x7f.1/a.png', undefined],
  ['https://169.254.169.254/latest/meta-data', undefined],
  ['https://[::1]/a.png', undefined],
  ['https://[::ffff:10.0.0.1]/a.png', undefined],
  ['file:///etc/passwd', undefined],
  ['data:image/png;base64,AAAA', undefined],
] as const)
  test(`${address} is ${from ? `opened as one of the ${from} kind` : 'never opened'}`, () => {
    assert.equal(mayOpen(new URL(address), service), from);
  });

test('an address counts as public only if it is reachable from the internet', () => {
  const out = ['8.8.8.8', '172.15.255.255', '172.32.0.0', '100.63.0.1', '2606:4700::1', '2a00:1450::5'];
  const inside = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '',
    'localhost',
  ];
  for (const address of out) assert.ok(isPublic(address), address);
  for (const address of inside) assert.ok(!isPublic(address), address);
});

/** Counts connections, and never responds. */
async function startListening(t: TestContext): Promise<{ port: number; came(): number }> {
  let came = 0;
  const server = createTcpServer((socket) => {
    came += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, came: () => came };
}

/** A name server that says this, whatever it is asked. */
const leadsTo =
  (...addresses: string[]): LookupFunction =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );

test('a host name that leads inside, alone or together with a public address, isn’t connected to', async (t) => {
  const { port, came } = await startListening(t);
  const url = new URL(`https://pictures.example:${port}/a.png`);
  const signal = AbortSignal.timeout(timeoutMs);
  for (const addresses of [
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['127.0.0.1', '8.8.8.8'],
    ['8.8.8.8', '127.0.0.1'],
    [],
  ])
    await assert.rejects(
      openAddress({ url, from: 'public', signal, lookup: leadsTo(...addresses), read: readBytes }),
      { name: 'NotPublic' },
    );
  assert.equal(came(), 0);
  // the same way to the same listener, where the address may be inside
  await assert.rejects(
    openAddress({
      url: new URL(`https://localhost:${port}/a.png`),
      from: 'service',
      signal,
      read: readBytes,
    }),
  );
  assert.ok(came() > 0);
});

/** The publishing service, or an attacker who took it over. */
async function startServer(t: TestContext, answer: (path: string, response: ServerResponse) => void) {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    answer(request.url ?? '', response);
  }).listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  return { url: `http://127.0.0.1:${port}`, requests, connections };
}

test('the service’s pictures are requested with nothing but their address, and only pictures accepted', async (t) => {
  const elsewhere = await startServer(t, (_, response) => void response.end());
  const bytes = bandedPng(4, 4, 0.25);
  let sent = 0;
  const { url, requests, connections } = await startServer(t, (path, response) => {
    const answers: Record<string, () => void> = {
      '/ok.png?w=2': () => response.end(bytes),
      '/moved.png': () => response.writeHead(302, { location: `${elsewhere.url}/a.png` }).end(),
      '/none.png': () => response.writeHead(404).end('no'),
      '/cut.png': () => {
        response.writeHead(200, { 'content-length': 100 }).write('half');
        response.destroy();
      },
      '/slow.png': () => response.writeHead(200).write('x'),
      '/silent.png': () => undefined,
      '/endless.png': () => {
        const more = (): void => {
          const chunk = Buffer.alloc(1024 * 1024);
          sent += chunk.length;
          if (!response.destroyed) response.write(chunk, more);
        };
        more();
      },
    };
    answers[path]?.();
  });
  const read = createPictureReader({
    serviceUrl: `${url}/v1`,
    addressed: () => undefined,
    contextOf: async () => undefined,
    log: pino({ level: 'silent' }),
  });
  const at = (path: string, signal = AbortSignal.timeout(timeoutMs)) => read('T0PRESS', url + path, signal);

  assert.deepEqual(await at('/ok.png?w=2'), { bytes, whole: true });
  assert.deepEqual(Object.keys(requests[0] ?? {}).sort(), ['accept', 'connection', 'host', 'user-agent']);
  for (const path of ['/moved.png', '/none.png', '/cut.png'])
    assert.equal(await at(path), 'no_response', path);
  for (const path of ['/slow.png', '/silent.png'])
    assert.equal(await at(path, AbortSignal.timeout(100)), 'no_response', path);
  const endless = await at('/endless.png');
  assert.ok(
    typeof endless === 'object' && !endless.whole && endless.bytes.length < mostBytes + 2 * 1024 * 1024,
  );
  assert.ok(sent < 4 * mostBytes, `${sent} bytes were taken`);
  assert.deepEqual(elsewhere.requests, []);
  await eventually(async () => assert.equal(await connections(), 0));
  assert.equal(await read('T0PRESS', `${elsewhere.url}/a.png`, AbortSignal.timeout(timeoutMs)), 'not_opened');
  assert.equal(await read('T0PRESS', 'no address', AbortSignal.timeout(timeoutMs)), 'not_opened');
  assert.deepEqual(elsewhere.requests, []);
});

test('if Slack says nothing about a file, the bot doesn’t wait beyond the remaining time', async () => {
  const silent = () => new Promise<never>(() => undefined);
  const read = createPictureReader({
    serviceUrl: 'http://127.0.0.1/v1',
    addressed: () => ({ workspace: 'T0PRESS', file: 'F0CAFE' }),
    contextOf: async () => ({ files: { info: silent, open: silent } }),
    log: pino({ level: 'silent' }),
  });
  const together = new AbortController();
  const requests = read('T0PRESS', 'https://bot.example/files/a.png', together.signal);
  together.abort();
  assert.equal(await requests, 'no_response');
  assert.equal(await read('T0PRESS', 'https://bot.example/files/b.png', together.signal), 'no_response');
});

test('an image’s size, with the camera’s rotation, is read from its first bytes', () => {
  const size = (bytes: Buffer): unknown[] => Object.values(measure(bytes) ?? {});
  assert.deepEqual(size(bandedPng(7, 3, 0.2)), ['png', 7, 3, 1]);
  assert.deepEqual(size(gif), ['gif', 1, 1, 1]);
  assert.deepEqual(size(webp), ['webp', 32, 16, 1]);
  for (const order of ['II', 'MM'] as const)
    for (const turn of [1, 3, 6, 8]) {
      const { turn: read, width, height } = measure(turnedJpeg(turn, order)) ?? {};
      assert.deepEqual([read, width, height], [turn, 32, 16], order);
    }
  for (const turn of [0, 9, 255]) assert.equal(measure(turnedJpeg(turn))?.turn, 1);
});

test('no size is read after a marker without a length, where a decoder would find another one', () => {
  const plain = turnedJpeg(1);
  const behind = (...bytes: number[]) =>
    measure(Buffer.concat([plain.subarray(0, 2), Buffer.from(bytes), plain.subarray(2)]));
  assert.equal(behind(0xff, 0xfe, 0, 4, 0x68, 0x69)?.width, 32);
  for (const marker of [0x00, 0x01, 0x02, 0xbf, 0xc8, 0xcc, 0xd0, 0xd7, 0xd8, 0xd9, 0xda, 0xdc, 0xf0])
    assert.equal(behind(0xff, marker, 0, 4, 0, 0), undefined, marker.toString(16));
});

test('measuring any bytes ends, and says what they are or nothing', () => {
  for (const bytes of [bandedPng(7, 3, 0.2), gif, webp, turnedJpeg(6), turnedJpeg(8, 'MM')])
    for (let at = 0; at < Math.min(bytes.length, 400); at += 1) {
      measure(bytes.subarray(0, at));
      const other = Buffer.from(bytes);
      other[at] = 255;
      const found = measure(other);
      assert.ok(!found || (found.width > 0 && found.height > 0 && found.turn >= 1 && found.turn <= 8));
    }
  for (const text of ['', '<html>', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7'])
    assert.equal(measure(Buffer.from(text)), undefined);
});
