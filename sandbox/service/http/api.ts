import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerProblem } from '#sandbox/service/answers/problems.ts';
import type { Answer } from '#sandbox/service/http/answer.ts';
import { answerFault, distort, type FaultKind, type FaultRegistry } from '#sandbox/service/http/faults.ts';
import { withOddIds, withPlainIds } from '#sandbox/service/http/odd-ids.ts';
import type { RateLimitResult } from '#sandbox/service/http/rate-limit.ts';
import { readRawBody, send, sendHalf } from '#sandbox/service/http/raw-http.ts';
import { type RequestLog, readLoggedBody } from '#sandbox/service/http/request-log.ts';
import type { RouterRequest } from '#sandbox/service/http/router.ts';
import { Problem } from '#sandbox/service/problem.ts';
import type { World } from '#sandbox/service/world.ts';

type Parts = {
  world: World;
  log: RequestLog;
  faults: FaultRegistry;
  /** Throws 401 or 403. */
  checkKey(given: string | undefined): void;
  consumeQuota(): RateLimitResult;
  /** Checks and runs a request. */
  route(request: RouterRequest): Answer;
  /** Ends the delays of faults when the service stops. */
  stopping: AbortSignal;
};

export type Api = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

/** Handles everything under `/v1`: logs the request, checks the key and rate limit, applies faults, runs the route, and responds. */
export function createApi(parts: Parts): Api {
  const { world, log, faults } = parts;

  return async function handle(request, response, { pathname, searchParams: query }) {
    const path = pathname.slice('/v1'.length);
    const rawBody = await readRawBody(request).catch(problemOrNothing);
    // the client disconnected during its request
    if (rawBody === undefined) return;
    const logged = log.record({
      at: world.now(),
      method: request.method ?? '',
      path,
      query: Object.fromEntries(query),
      body: readLoggedBody(rawBody instanceof Problem ? '' : rawBody),
      headers: request.headers,
    });
    let headers: Record<string, string> = {};
    const reply = (answer: Answer, write = send) => {
      logged.status = answer.status;
      write(response, { ...answer, headers: { ...headers, ...answer.headers } });
    };
    try {
      if (rawBody instanceof Problem) throw rawBody;
      parts.checkKey(headerOf(request, 'x-api-key'));
      const allowance = parts.consumeQuota();
      headers = allowance.headers;
      if (!allowance.allowed) throw new Problem(429, "You've exceeded the request limit.");
      const { delayMs, held, fault } = faults.matching(logged);
      await Promise.all(held);
      if (delayMs > 0) await sleep(delayMs, undefined, { signal: parts.stopping, ref: false });
      const run = () =>
        attempt({
          method: logged.method,
          path,
          query,
          contentType: headerOf(request, 'content-type'),
          rawBody,
        });
      if (!fault) reply(run());
      else applyFault(fault, run, reply, request);
    } catch (cause) {
      if (!parts.stopping.aborted) reply(answerProblem(toProblem(cause), world.variants));
    }
  };

  /** Turns errors into responses, so a fault after the effect hides them like any other response. */
  function attempt(request: RouterRequest): Answer {
    const odd = world.variants.ids === 'odd';
    try {
      const answer = parts.route(odd ? withPlainIds(request) : request);
      return odd ? withOddIds(answer) : answer;
    } catch (cause) {
      return answerProblem(toProblem(cause), world.variants);
    }
  }
}

type Reply = (answer: Answer, write?: typeof send) => void;

function applyFault(fault: FaultKind, run: () => Answer, reply: Reply, request: IncomingMessage): void {
  switch (fault.kind) {
    case 'status':
      reply(answerFault(fault));
      break;
    case 'drop-before':
      request.socket.destroy();
      break;
    case 'drop-after':
      run();
      request.socket.destroy();
      break;
    case 'hang-before':
      break;
    case 'hang-after':
      run();
      break;
    case 'truncated':
      reply(run(), sendHalf);
      break;
    default:
      reply(distort(fault, run()));
  }
}

function problemOrNothing(cause: unknown): Problem | undefined {
  return cause instanceof Problem ? cause : undefined;
}

function toProblem(cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  // logged for the sandbox's developers; the client gets the contract's wording
  console.error(cause);
  return new Problem(500, 'Unknown error');
}

function headerOf(request: IncomingMessage, name: 'x-api-key' | 'content-type'): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
