/** Says an alert where somebody reads it. */
import type { JobDeps } from '#src/job-deps.ts';
import { again, type Outcome, type Retriable } from '#src/platform/queue/job.ts';

/** Whoever relied on it finds out otherwise by then. */
const saidWithinMs = 24 * 3_600_000;

/** What can be said. */
type What = Parameters<JobDeps['notifier']['say']>[1];

export interface Said {
  /** The channel or the person that took it. */
  to: string;
  channel: string;
  ts: string;
}

/** In the first of these channels and direct messages that takes it; `undefined`: none does. Throws what passes. */
export async function sayFirst(
  { notifier: announcer, log }: JobDeps,
  places: Iterable<string>,
  what: (to: string) => What | Promise<What>,
): Promise<Said | undefined> {
  for (const to of new Set(places)) {
    try {
      const said = await announcer.say({ channel: to }, await what(to));
      if (said) return { to, ...said };
    } catch (cause) {
      if ((cause as Retriable).retry !== false) throw cause;
      log.warn({ err: cause, channel: to }, 'an alert is said elsewhere: Slack refuses it here');
    }
  }
  return undefined;
}

/** In the place of what was said. False: that is gone, or Slack refuses it there for good. Throws what passes. */
export async function sayInPlace(
  { notifier: announcer, log }: JobDeps,
  said: Said,
  what: What,
): Promise<boolean> {
  try {
    return await announcer.sayAgain(said, what);
  } catch (cause) {
    if ((cause as Retriable).retry !== false) throw cause;
    log.warn({ err: cause, channel: said.channel }, 'an alert is said elsewhere: Slack refuses it here');
    return false;
  }
}

/** The same as `sayFirst`, and to whoever set Presscheck up where none of them takes it. Throws when nobody does. */
export async function sayToSomebody(
  deps: JobDeps,
  workspace: string,
  places: Iterable<string>,
  what: (to: string) => What | Promise<What>,
): Promise<Said> {
  const said = await sayFirst(deps, places, what);
  if (said) return said;
  const setUpBy = await deps.welcomes.who(workspace);
  const last = setUpBy && (await sayFirst(deps, [setUpBy], what));
  if (!last) throw new Error('an alert could be said to nobody');
  return last;
}

/** Neither a round nor a person comes back to it: a job that gave up would be an alert that nobody ever hears. */
export function sayLater(deps: JobDeps, ageMs: number, cause: unknown, about: object): Outcome {
  const { retry, retryAfterMs } = cause as Retriable;
  if (retry === false || ageMs > saidWithinMs) throw cause;
  deps.log.warn({ err: cause, ...about }, 'an alert could not be said yet');
  const pauseMs = Math.min(60_000, Math.max(1_000, ageMs));
  return again(retryAfterMs ?? Math.round(pauseMs / 2 + (Math.random() * pauseMs) / 2));
}
