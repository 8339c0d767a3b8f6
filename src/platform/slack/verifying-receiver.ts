/**
 * Bolt's HTTP receiver with its own check of Slack's signature. Bolt reads up to its limit from anyone and
 * parses forms before it verifies them, compares signatures by signing both again with a new random key, and
 * takes the same delivery twice.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import {
  type BufferedIncomingMessage,
  HTTPReceiver,
  type HTTPReceiverOptions,
  HTTPModuleFunctions as http,
  type Logger,
} from '@slack/bolt';
import { createSeenSignatures, type SeenSignatures } from './seen-signatures.ts';

/** Slack's own rule: an older request could be a replay. */
const validForSeconds = 5 * 60;

/**
 * The longest delivery that's read; a real one has at most about 350 KB. Parsing this much takes well under
 * 100 ms.
 */
export const bodyLimitBytes = 512 * 1024;

/**
 * The longest body that's read from a client without a signature. Slack's connection check has about 60
 * bytes.
 */
export const connectionCheckBytes = 1024;

/**
 * How long a refused client has to read the answer before the connection is reset while it's still sending.
 */
const lingerMs = 250;

type VerifyingOptions = HTTPReceiverOptions & { signingSecret: string; logger: Logger };

/**
 * Answers 401 to every request except GET and HEAD that Slack didn't sign within the last five minutes, or
 * that was received before. Nothing is parsed before its signature is verified, except a connection check of
 * at most 1 KB. If the headers can't be genuine, no more than that is read. Throws if there's no secret.
 */
export class VerifyingReceiver extends HTTPReceiver {
  constructor(options: VerifyingOptions) {
    if (options.signingSecret === '')
      throw new TypeError("there's no signing secret to verify requests with");
    super({ ...options, signatureVerification: false });
    const { logger } = options;
    const key = createSecretKey(options.signingSecret, 'utf8');
    const seen = createSeenSignatures(Date.now);
    const handOn = this.requestListener;
    this.requestListener = async (request, response) => {
      try {
        // Health checks, files and the installation have no body to read, and Node would read one to its end.
        if (request.method === 'GET' || request.method === 'HEAD') {
          if (bodyLengthOf(request) > 0) response.shouldKeepAlive = false;
          if (!isReadable(request.url ?? '')) return http.buildNoBodyResponse(response, 400);
          // Bolt accepts no delivery by GET, and throws if there is no route
          return handOn(request, response);
        }
        const body = await readBody(request, response);
        const signature = body && signatureOf(key, request.headers, body);
        if (body === undefined || signature === undefined) {
          if (body && isConnectionCheck(body)) return http.buildSSLCheckResponse(response);
          logger.warn('refused a request whose Slack signature is missing, wrong or too old');
          return refuse(request, response, 401);
        }
        const takenForMs = seen.take(signature);
        if (takenForMs !== undefined && !(takenForMs < 2_000 && isForOptions(body))) {
          logger.warn('refused a replayed request');
          return http.buildNoBodyResponse(response, 401);
        }
        forgetWhatFails(seen, signature, response);
        if (!isReadable(request.url ?? '')) return http.buildNoBodyResponse(response, 400);
        // Bolt expects the body on the request.
        const buffered = Object.assign(request, { rawBody: body }) as BufferedIncomingMessage;
        // Bolt reads the fields of the parsed body, and `null` has none: the process would end.
        if (isNull(buffered)) return http.buildNoBodyResponse(response, 400);
        return handOn(request, response);
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (http.isRawBodyError(error)) refuse(request, response, error.statusCode);
        else http.defaultDispatchErrorHandler({ error, logger, request, response });
      }
    };
  }

  // Bolt declares overloads for the two kinds of servers.
  // biome-ignore lint/suspicious/noExplicitAny: the type of Bolt's server can't be written down once for both
  override async start(...where: any[]): Promise<any> {
    const server: Server = await super.start(where[0]);
    // Without this, Node asks every client that waits for "100 Continue" to send its body, before we see who
    // it is.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    return server;
  }
}

/** In bytes, from the headers; `Infinity` if they don't say. */
function bodyLengthOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/**
 * The body; `undefined` if it's too long and the headers can't be genuine. Rejects with raw-body's error if
 * it's too long or ends early.
 */
async function readBody(request: IncomingMessage, response: ServerResponse): Promise<Buffer | undefined> {
  const length = bodyLengthOf(request);
  const waits = request.headers.expect !== undefined;
  if (canBeGenuine(request.headers)) {
    if (Number.isFinite(length) && length > bodyLimitBytes) throw new BodyTooLong();
    if (waits) response.writeContinue();
    return (await http.bufferIncomingMessage(request, bodyLimitBytes)).rawBody;
  }
  if (waits || (Number.isFinite(length) && length > connectionCheckBytes)) return undefined;
  try {
    return (await http.bufferIncomingMessage(request, connectionCheckBytes)).rawBody;
  } catch (cause) {
    if (cause instanceof Error && http.isRawBodyError(cause) && cause.statusCode === 413) return undefined;
    throw cause;
  }
}

/** The error for a body that's too long, whether that was announced or counted. */
class BodyTooLong extends Error {
  readonly type = 'entity.too.large';
  readonly statusCode = 413;
}

/** Answers right away, without reading the rest of the body. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
  if (request.complete || response.destroyed) {
    http.buildNoBodyResponse(response, status);
    return;
  }
  request.pause();
  response.writeHead(status, { connection: 'close', 'content-length': 0 }).flushHeaders();
  // Ending the answer closes the connection; a reset that overtakes the answer would hide it.
  const closing = setTimeout(() => response.end(), lingerMs);
  response.once('close', () => clearTimeout(closing));
}

/** Whether Bolt can parse the path. For one such as `//` or `/%`, it would log an error of its own. */
function isReadable(address: string): boolean {
  const url = URL.parse(address, 'http://localhost');
  try {
    return url !== null && decodeURIComponent(url.pathname) !== '';
  } catch {
    return false;
  }
}

/** Whether there's a signature of the right shape, with a time within five minutes of now. */
function canBeGenuine(headers: IncomingHttpHeaders): boolean {
  const { 'x-slack-request-timestamp': time, 'x-slack-signature': given } = headers;
  if (!/^\d{1,12}$/.test(String(time)) || !/^v0=[0-9a-f]{64}$/.test(String(given))) return false;
  return Math.abs(Date.now() / 1_000 - Number(time)) <= validForSeconds;
}

/**
 * The signature in hexadecimal digits, if it's valid: made with the signing secret for this body within five
 * minutes.
 */
function signatureOf(key: KeyObject, headers: IncomingHttpHeaders, body: Buffer): string | undefined {
  if (!canBeGenuine(headers)) return undefined;
  const { 'x-slack-request-timestamp': time, 'x-slack-signature': given } = headers;
  const signed = createHmac('sha256', key).update(`v0:${time}:`).update(body).digest('hex');
  const expected = Buffer.from(`v0=${signed}`);
  const candidate = Buffer.from(String(given));
  const genuine = candidate.length === expected.length && timingSafeEqual(candidate, expected);
  return genuine ? signed : undefined;
}

/**
 * Forgets the signature of a delivery that failed. Slack repeats it, at first within the same second and so
 * with the same signature.
 */
function forgetWhatFails(seen: SeenSignatures, signature: string, response: ServerResponse): void {
  response.once('close', () => {
    if (!response.writableFinished || response.statusCode >= 500) seen.forget(signature);
  });
}

/**
 * Whether it's a request for options. It has nothing unique, so opening a list twice in a second sends the
 * same body. Quotes in what people type are escaped.
 */
const isForOptions = (body: Buffer): boolean => body.includes('%22type%22%3A%22block_suggestion%22');

/** Whether it's Slack's connection check, which it sends from time to time and which asks for nothing. */
const isConnectionCheck = (body: Buffer): boolean =>
  body.length <= connectionCheckBytes && parse(body.toString()).ssl_check === '1';

/**
 * Whether Bolt would parse the body as `null`. Real deliveries begin like an object, so they needn't be
 * parsed twice.
 */
function isNull({ rawBody, headers }: BufferedIncomingMessage): boolean {
  const begin = rawBody.subarray(0, 11).toString('latin1');
  if (begin.startsWith('{') || begin === 'payload=%7B') return false;
  const text = rawBody.toString();
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  const json = isForm ? parse(text).payload : text;
  return typeof json === 'string' && json.trim() === 'null';
}
