/** Sends raw bytes to the bot, including requests that no HTTP client would send. */
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { timeoutMs } from '#test/support/eventually.ts';
import type { Case, Trust } from './mutations.ts';

/** Much longer than Slack's three seconds, so that only a missing response fails, not a busy machine. */
const answerWithinMs = timeoutMs;

export interface Answer {
  /** 0: the connection was closed without a response. */
  status: number;
  /** The response body. */
  body: string;
}

/** Headers with a valid or invalid signature for this body. */
export function signed(
  secret: string,
  body: Buffer,
  trust: Trust,
  awaySeconds: number,
): Record<string, string> {
  const now = Math.floor(Date.now() / 1_000);
  // a minute ahead is still valid, and differs from the time when the same body was recorded
  const away = trust === 'old' ? -awaySeconds : trust === 'future' ? awaySeconds : 60;
  const time = String(now + away);
  const right = createHmac('sha256', secret).update(`v0:${time}:`).update(body).digest('hex');
  if (trust === 'unsigned') return { 'x-slack-request-timestamp': time };
  const signature = trust === 'forged' ? right.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) : right;
  return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` };
}

/** Sends a request. Rejects if there's no response in time. */
export function send(
  port: number,
  body: Buffer,
  headers: Record<string, string>,
  length: Case['length'],
): Promise<Answer> {
  const says = { right: body.length, short: Math.floor(body.length / 2), long: body.length + 7 };
  const framing =
    length === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(says[length]) };
  const lines = Object.entries({ host: 'bot', connection: 'close', ...headers, ...framing });
  const head = `POST /slack/events HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`;
  const chunk = body.length > 0 ? `${body.length.toString(16)}\r\n` : '';
  const content =
    length === 'chunked'
      ? Buffer.concat([Buffer.from(chunk), body, Buffer.from(`${chunk && '\r\n'}0\r\n\r\n`)])
      : body;
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let heard = '';
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no response within ${answerWithinMs} ms`));
    }, answerWithinMs);
    const done = (): void => {
      clearTimeout(late);
      const [, status = '0', , text = ''] =
        /^HTTP\/1\.1 (?!100)(\d+)([\s\S]*?\r\n\r\n)([\s\S]*)/.exec(
          heard.replace(/^HTTP\/1\.1 100[\s\S]*?\r\n\r\n/, ''),
        ) ?? [];
      resolve({ status: Number(status), body: text.replace(/^0\r\n\r\n$/, '') });
    };
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      heard += data;
    });
    socket.once('close', done);
    // the server can close the connection before reading the whole request
    socket.on('error', () => undefined);
    socket.write(Buffer.concat([Buffer.from(head, 'latin1'), content]));
    // the rest of the announced length is never sent
    if (length === 'long') socket.end();
  });
}
