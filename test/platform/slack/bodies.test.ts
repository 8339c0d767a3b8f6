import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { bodyLimitBytes, connectionCheckBytes } from '#src/platform/slack/verifying-receiver.ts';
import { costlyBodies } from '#test/support/bodies.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { shareOf } from '#test/support/long-tests.ts';

/** Slack and probes give up later than this; it is the figure that SECURITY.md promises. */
const blockedAtMostMs = 100;

type Trust = 'signed' | 'forged' | 'unsigned' | 'malformed' | 'stale';

function headersFor(trust: Trust, body: Buffer, secret = '', agoSeconds = 0): Record<string, string> {
  if (trust === 'unsigned') return {};
  const time = String(Math.floor(Date.now() / 1_000) - (trust === 'stale' ? 3_600 : agoSeconds));
  const right = createHmac('sha256', secret).update(`v0:${time}:`).update(body).digest('hex');
  const signature = { signed: right, stale: right, forged: '0'.repeat(64), malformed: 'x' }[trust];
  return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` };
}

interface Sent {
  port: number;
  body: Buffer;
  headers: Record<string, string>;
}

/** The status of the response. 0: the connection was closed without one. */
function post({ port, body, headers }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      path: '/slack/events',
      method: 'POST',
      headers,
      agent: false,
    });
    sent
      .once('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .once('error', () => resolve(0))
      .end(body);
  });
}

/**
 * The most CPU time (ms) that this thread spent without letting a timer run, while `act` ran. CPU time, since other
 * processes of a busy machine delay a timer too.
 */
async function longestBlock(act: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let ended = false;
  const watch = async () => {
    while (!ended) {
      const begun = process.threadCpuUsage();
      await after(1);
      const { user, system } = process.threadCpuUsage(begun);
      longest = Math.max(longest, (user + system) / 1_000);
    }
  };
  const watching = watch();
  await act();
  ended = true;
  await watching;
  return longest;
}

async function refusesOrAnswers(
  t: TestContext,
  { bot, settings }: StartedBot,
  trust: Trust,
  contentType: string,
): Promise<void> {
  const { port } = bot;
  const health = async () => assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
  await health();
  const took: [string, number][] = [];
  for (const [what, body] of costlyBodies(bodyLimitBytes)) {
    const attempts: number[] = [];
    // a machine that does something else too takes up to three times the CPU time now and then
    while (attempts.length < 3 && !attempts.some((ms) => ms < blockedAtMostMs)) {
      const headers = {
        'content-type': contentType,
        ...headersFor(trust, body, settings.SLACK_SIGNING_SECRET, attempts.length),
      };
      let status = 0;
      const blockedMs = await longestBlock(async () => {
        const answered = post({ port, body, headers });
        await health();
        status = await answered;
      });
      attempts.push(Math.round(blockedMs));
      if (trust === 'signed') assert.ok(status >= 200 && status < 500, `${what} was answered ${status}`);
      else assert.equal(status, 401, `${what}, ${trust}, was answered ${status}`);
    }
    took.push([what, Math.min(...attempts)]);
    assert.ok(
      Math.min(...attempts) < blockedAtMostMs,
      `${what}, ${trust}: nothing else ran for ${attempts} ms`,
    );
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(took)));
}

const form = 'application/x-www-form-urlencoded';

const kinds = [
  ['unsigned', form],
  ['unsigned', 'application/json'],
  ['malformed', form],
  ['stale', form],
  ['forged', form],
  ['signed', form],
  ['signed', 'application/json'],
  ['signed', 'text/plain'],
] as const;

for (const [trust, contentType] of shareOf(kinds, { which: 0, shares: 5 }))
  test(`while bodies of every shape that are ${trust}, as ${contentType}, arrive, /healthz responds`, async (t) =>
    refusesOrAnswers(t, await startBot(t), trust, contentType));

/** Everything received until the connection ends. `more`: sent repeatedly while it's open. */
async function exchange(port: number, head: string[], more?: Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  // a connection that is closed while something is sent ends with an error
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`${['POST /slack/events HTTP/1.1', 'host: bot', ...head].join('\r\n')}\r\n\r\n`);
  const send = () => {
    while (more && !socket.destroyed && socket.write(more));
  };
  socket.on('drain', send);
  send();
  await closed;
  return answer;
}

const genuineLooking = () => [
  `x-slack-request-timestamp: ${Math.floor(Date.now() / 1_000)}`,
  `x-slack-signature: v0=${'0'.repeat(64)}`,
];
const chunk = Buffer.from(`10000\r\n${'a&'.repeat(0x8000)}\r\n`);

const hopeless = [
  ['says that it is long', () => ['content-length: 4000000'], undefined, 401],
  ['says nothing about its length and goes on for ever', () => ['transfer-encoding: chunked'], chunk, 401],
  ['waits to be asked for', () => ['content-length: 10', 'expect: 100-continue'], undefined, 401],
  [
    'looks genuine and is longer than the limit',
    () => [...genuineLooking(), `content-length: ${bodyLimitBytes + 1}`],
    undefined,
    413,
  ],
  [
    'looks genuine and goes on for ever',
    () => [...genuineLooking(), 'transfer-encoding: chunked'],
    chunk,
    413,
  ],
] as const;

test('a body that can’t be from Slack is refused at once, and the connection closed', async (t) => {
  const { bot } = await startBot(t);
  for (const [what, head, more, status] of hopeless) {
    const answer = await exchange(bot.port, head(), more);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} [^]*connection: close`, 'i'), what);
    assert.doesNotMatch(answer, /100 Continue/, what);
  }
});

test('a signed request with Expect: 100-continue gets 100 Continue', async (t) => {
  const { bot, settings } = await startBot(t);
  const body = Buffer.from('{"type":"url_verification","challenge":"c"}');
  const sent = request({
    port: bot.port,
    path: '/slack/events',
    method: 'POST',
    agent: false,
    headers: {
      ...headersFor('signed', body, settings.SLACK_SIGNING_SECRET),
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.end(body);
  const [response] = await once(sent, 'response');
  assert.equal(response.statusCode, 200);
});

test('a connection check without a signature is accepted up to 1 KB, and refused above', async (t) => {
  const { bot } = await startBot(t);
  const check = (bytes: number) => Buffer.from('ssl_check=1&token='.padEnd(bytes, 'x'));
  const status = (body: Buffer, headers: Record<string, string> = {}) =>
    post({ port: bot.port, body, headers: { 'content-type': form, ...headers } });
  assert.equal(await status(check(connectionCheckBytes)), 200);
  assert.equal(await status(check(connectionCheckBytes + 1)), 401);
  assert.equal(await status(check(connectionCheckBytes), headersFor('forged', check(0))), 200);
  assert.equal(await status(check(connectionCheckBytes + 1), headersFor('forged', check(0))), 401);
});
