/**
 * Bolt's HTTP receiver with the check of Slack's signature taken out of its hands: Bolt compares two signatures by
 * signing both again with a new random key, which costs more than all else it does for an acknowledgement.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HTTPReceiver, HTTPModuleFunctions as http, type Logger } from '@slack/bolt';
import type { Route } from '#src/health.ts';

/** Slack's own rule: what is older may be a recording. */
const validForSeconds = 5 * 60;

interface VerifyingOptions {
  signingSecret: string;
  port: number;
  logger: Logger;
  customRoutes: Route[];
}

/** Whatever is no GET and was not signed by Slack is answered with 401. Throws when there is no secret to check with. */
export class VerifyingReceiver extends HTTPReceiver {
  constructor(options: VerifyingOptions) {
    if (options.signingSecret === '') throw new TypeError('there is no signing secret to check with');
    super({ ...options, signatureVerification: false });
    const { logger } = options;
    const key = createSecretKey(options.signingSecret, 'utf8');
    const handOn = this.requestListener;
    this.requestListener = async (request, response) => {
      try {
        // the routes of probes; Bolt takes no delivery by GET, and throws where there is no route
        if (request.method === 'GET') return handOn(request, response);
        // the body stays with the request, where Bolt looks for it
        const { rawBody } = await http.bufferIncomingMessage(request, http.defaultBodyLimit);
        if (isGenuine(key, request.headers, rawBody)) return handOn(request, response);
        if (isConnectionCheck(rawBody)) return http.buildSSLCheckResponse(response);
        logger.warn('a request that Slack did not sign, or not in these minutes, was refused');
        http.buildNoBodyResponse(response, 401);
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (http.isRawBodyError(error)) http.buildNoBodyResponse(response, error.statusCode);
        else http.defaultDispatchErrorHandler({ error, logger, request, response });
      }
    };
  }
}

/** True when whoever knows the signing secret signed this body within the last five minutes. */
function isGenuine(key: KeyObject, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { 'x-slack-request-timestamp': time, 'x-slack-signature': given } = headers;
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(time));
  // also false for a time that is none
  if (!(ageSeconds <= validForSeconds)) return false;
  const signed = createHmac('sha256', key).update(`v0:${time}:`).update(body).digest('hex');
  const expected = Buffer.from(`v0=${signed}`);
  const candidate = Buffer.from(String(given));
  return candidate.length === expected.length && timingSafeEqual(candidate, expected);
}

/** Slack looks now and then whether the address answers at all; nothing is done for it. */
const isConnectionCheck = (body: Buffer): boolean =>
  new URLSearchParams(body.toString()).get('ssl_check') === '1';
