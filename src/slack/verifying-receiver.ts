/**
 * Bolt's HTTP receiver with the check of Slack's signature taken out of its hands: Bolt compares two signatures by
 * signing both again with a new random key, which costs more than all else it does for an acknowledgement. A
 * signature that was taken before is refused too, which Bolt does not look at.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import {
  type BufferedIncomingMessage,
  HTTPReceiver,
  type HTTPReceiverOptions,
  HTTPModuleFunctions as http,
  type Logger,
} from '@slack/bolt';
import { createSeenSignatures, type SeenSignatures } from './seen-signatures.ts';

/** Slack's own rule: what is older may be a recording. */
const validForSeconds = 5 * 60;

type VerifyingOptions = HTTPReceiverOptions & { signingSecret: string; logger: Logger };

/**
 * Whatever is no GET or HEAD and was not signed by Slack, or not just now, or was taken before, is answered with 401. Throws
 * when there is no secret to check with.
 */
export class VerifyingReceiver extends HTTPReceiver {
  constructor(options: VerifyingOptions) {
    if (options.signingSecret === '') throw new TypeError('there is no signing secret to check with');
    super({ ...options, signatureVerification: false });
    const { logger } = options;
    const key = createSecretKey(options.signingSecret, 'utf8');
    const seen = createSeenSignatures(Date.now);
    const handOn = this.requestListener;
    this.requestListener = async (request, response) => {
      try {
        if (!isReadable(request.url ?? '')) return http.buildNoBodyResponse(response, 400);
        // the routes of probes, of files and of installing; Bolt takes no delivery by GET, and throws where there is no route
        if (request.method === 'GET' || request.method === 'HEAD') return handOn(request, response);
        // the body stays with the request, where Bolt looks for it
        const buffered = await http.bufferIncomingMessage(request, http.defaultBodyLimit);
        const signature = signatureOf(key, request.headers, buffered.rawBody);
        if (signature === undefined) {
          if (isConnectionCheck(buffered.rawBody)) return http.buildSSLCheckResponse(response);
          logger.warn('a request that Slack did not sign, or not in these minutes, was refused');
          return http.buildNoBodyResponse(response, 401);
        }
        const takenForMs = seen.take(signature);
        if (takenForMs !== undefined && !(takenForMs < 2_000 && isForOptions(buffered.rawBody))) {
          logger.warn('a request that was taken before was refused');
          return http.buildNoBodyResponse(response, 401);
        }
        forgetWhatFails(seen, signature, response);
        // Bolt reads its fields, and dies of it where there can be none
        if (isNull(buffered)) return http.buildNoBodyResponse(response, 400);
        return handOn(request, response);
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (http.isRawBodyError(error)) http.buildNoBodyResponse(response, error.statusCode);
        else http.defaultDispatchErrorHandler({ error, logger, request, response });
      }
    };
  }
}

/** False for what Bolt takes for its own mistake, such as `//` and `/%`. */
function isReadable(address: string): boolean {
  const url = URL.parse(address, 'http://localhost');
  try {
    return url !== null && decodeURIComponent(url.pathname) !== '';
  } catch {
    return false;
  }
}

/** The signature, if whoever knows the signing secret signed this body within the last five minutes. */
function signatureOf(key: KeyObject, headers: IncomingHttpHeaders, body: Buffer): string | undefined {
  const { 'x-slack-request-timestamp': time, 'x-slack-signature': given } = headers;
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(time));
  // also false for a time that is none
  if (!(ageSeconds <= validForSeconds)) return undefined;
  const signed = createHmac('sha256', key).update(`v0:${time}:`).update(body).digest('hex');
  const expected = Buffer.from(`v0=${signed}`);
  const candidate = Buffer.from(String(given));
  const genuine = candidate.length === expected.length && timingSafeEqual(candidate, expected);
  return genuine ? signed : undefined;
}

/** Slack sends again what failed, at first within the same second, and then with the same signature. */
function forgetWhatFails(seen: SeenSignatures, signature: string, response: ServerResponse): void {
  response.once('close', () => {
    if (!response.writableFinished || response.statusCode >= 500) seen.forget(signature);
  });
}

/**
 * What a list offers is asked for without anything that is unique, so whoever opens it twice within a second sends
 * the same twice. It changes nothing. What people type cannot look like this, as its quotes are escaped.
 */
const isForOptions = (body: Buffer): boolean => body.includes('%22type%22%3A%22block_suggestion%22');

/** Slack looks now and then whether the address answers at all; nothing is done for it. */
const isConnectionCheck = (body: Buffer): boolean =>
  new URLSearchParams(body.toString()).get('ssl_check') === '1';

/** Whether the body is JSON's `null`. What Slack sends begins as an object does, which saves reading it twice. */
function isNull(request: BufferedIncomingMessage): boolean {
  const begin = request.rawBody.subarray(0, 11).toString('latin1');
  if (begin.startsWith('{') || begin === 'payload=%7B') return false;
  try {
    return http.parseHTTPRequestBody(request) === null;
  } catch {
    // Bolt answers what cannot be read
    return false;
  }
}
