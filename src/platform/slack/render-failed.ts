/** Slack's refusal to render something, as a job's error. */
import { WebAPIRequestError } from '@slack/web-api';
import type { Retriable } from '#src/platform/queue/job.ts';
import { codeOf, isRefusal, recoverable, retryAfterOf } from './refusals.ts';

/** What Slack said, and whether and when to try again, for the job and the worker. */
class RenderFailed extends Error {
  readonly retry: boolean;
  /** Set if Slack has rate-limited the bot. */
  readonly retryAfterMs: number | undefined;
  readonly refused: boolean;

  constructor(cause: Error) {
    super(`Slack didn't accept what was rendered: ${cause.message}`, { cause });
    this.name = 'RenderFailed';
    this.retry = codeOf(cause) === undefined || isRefusal(cause, recoverable);
    this.retryAfterMs = retryAfterOf(cause);
    this.refused = codeOf(cause) !== undefined || this.retryAfterMs !== undefined || isUnsent(cause);
  }
}

const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Whether there was no connection to send the call over. */
function isUnsent(cause: Error): boolean {
  if (!(cause instanceof WebAPIRequestError)) return false;
  for (let one: unknown = cause.original; one instanceof Error; one = one.cause)
    if ('code' in one && unsent.has(String(one.code))) return true;
  return false;
}

/** The result; `undefined` if Slack refused for good, after calling `refused`. Throws other errors. */
export async function unlessRefused<T>(
  call: () => Promise<T>,
  refused: (cause: unknown) => void,
): Promise<T | undefined> {
  try {
    return await call();
  } catch (cause) {
    if ((cause as Retriable).retry !== false) throw cause;
    refused(cause);
    return undefined;
  }
}

/** Throws Slack's error as a `Retriable`. */
export async function orRenderFailed<T>(render: () => Promise<T>): Promise<T> {
  try {
    return await render();
  } catch (cause) {
    throw new RenderFailed(cause instanceof Error ? cause : new Error(String(cause)));
  }
}
