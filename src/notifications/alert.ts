/** Posts an alert where someone will read it. */

import { again, type Outcome, type Retriable } from '#src/platform/queue/job.ts';
import { unlessRefused } from '#src/platform/slack/render-failed.ts';
import type { OwnMessage } from '#src/posts/notifier.ts';
import type { Deps } from './deps.ts';

/** How long posting an alert is retried. After that, the people concerned have found out by themselves. */
const retriedForMs = 24 * 3_600_000;

export interface PostedAlert {
  /** The channel or the user that it was sent to. */
  to: string;
  channel: string;
  ts: string;
}

/**
 * Posts to the first of these channels and users that Slack accepts; `undefined` if it accepts none. Throws
 * temporary errors.
 */
export async function postToFirst(
  { notifier, log }: Deps,
  channels: Iterable<string>,
  what: (to: string) => OwnMessage | Promise<OwnMessage>,
): Promise<PostedAlert | undefined> {
  for (const to of new Set(channels)) {
    const posted = await unlessRefused(
      async () => notifier.postRendered({ channel: to }, await what(to)),
      (cause) => log.warn({ err: cause, channel: to }, elsewhere),
    );
    if (posted) return { to, ...posted };
  }
  return undefined;
}

/** Replaces a message. False if it's gone, or Slack refuses for good. Throws temporary errors. */
export async function replaceAlert(
  { notifier, log }: Deps,
  alert: PostedAlert,
  what: OwnMessage,
): Promise<boolean> {
  const isThere = await unlessRefused(
    () => notifier.replaceRendered(alert, what),
    (cause) => log.warn({ err: cause, channel: alert.channel }, elsewhere),
  );
  return isThere ?? false;
}

const elsewhere = 'Slack refused an alert in this channel; sending it elsewhere';

/**
 * Like `postToFirst`, and falls back to the person who installed Presscheck. Throws if nobody can get the
 * message.
 */
export async function postToAnyone(
  deps: Deps,
  workspace: string,
  channels: Iterable<string>,
  what: (to: string) => OwnMessage | Promise<OwnMessage>,
): Promise<PostedAlert> {
  const posted = await postToFirst(deps, channels, what);
  if (posted) return posted;
  const setUpBy = await deps.welcomes.who(workspace);
  const last = setUpBy && (await postToFirst(deps, [setUpBy], what));
  if (!last) throw new Error('nobody could get an alert');
  return last;
}

/**
 * How to go on after an alert couldn't be posted. Nothing else retries it: if the job gave up, nobody would
 * learn of the problem.
 */
export function retryLater(deps: Deps, ageMs: number, cause: unknown, about: object): Outcome {
  const { retry, retryAfterMs } = cause as Retriable;
  if (retry === false || ageMs > retriedForMs) throw cause;
  deps.log.warn({ err: cause, ...about }, "couldn't send an alert yet; retrying");
  const delayMs = Math.min(60_000, Math.max(1_000, ageMs));
  return again(retryAfterMs ?? Math.round(delayMs / 2 + (Math.random() * delayMs) / 2));
}
