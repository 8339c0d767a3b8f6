/** Answers at the response URL of a command or a click. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SlackFetch } from './addresses.ts';

const withinMs = 5_000;
const delayMs = 300;
const longestDelayMs = 3_000;

/** Slack accepted no answer. Whether the action was done doesn't depend on that. */
export class AnswerLost extends Error {}

/**
 * Posts to a response URL, and once more if Slack failed, was too busy or didn't answer: sending the same
 * private text twice does no harm, and without it the person wouldn't know the result. Resolves to the answer
 * if Slack accepted it, or never will (4xx). Otherwise, it rejects with `AnswerLost`.
 */
export async function postAnswer(
  send: SlackFetch,
  url: string | URL,
  init: RequestInit | undefined,
): Promise<Response> {
  const post = (): Promise<Response | Error> =>
    send(url, { ...init, signal: AbortSignal.timeout(withinMs) }).catch((cause: Error) => cause);
  const first = await post();
  if (isFinal(first)) return first;
  await sleep(delayAfter(first));
  const second = await post();
  if (isFinal(second)) return second;
  const why = second instanceof Response ? `it answered ${second.status}` : 'no answer came';
  throw new AnswerLost(`Slack's response_url accepted no answer: ${why}`, { cause: second });
}

function isFinal(answer: Response | Error): answer is Response {
  return answer instanceof Response && answer.status < 500 && answer.status !== 429;
}

/** Slack's documentation, Rate limits: `Retry-After` is in seconds. */
function delayAfter(answer: Response | Error): number {
  const seconds = answer instanceof Response ? Number(answer.headers.get('retry-after')) : 0;
  return seconds > 0 ? Math.min(seconds * 1_000, longestDelayMs) : delayMs;
}

/** False if Slack didn't accept it, because the address is too old or used up. Rejects like `postAnswer`. */
export async function respondAt(
  send: SlackFetch,
  url: string,
  message: Record<string, unknown>,
): Promise<boolean> {
  const answer = await postAnswer(send, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', ...message }),
  });
  return answer.ok;
}
