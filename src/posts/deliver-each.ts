/** Delivers reminders and digests at least once, and in the normal course of things not twice. */
import type { JobDeps } from '#src/job-deps.ts';
import type { Retriable } from '#src/platform/queue/job.ts';

/**
 * Sends a message, and only then notes that it was sent: a crash or a lost answer in between repeats it rather than loses it. A
 * message that Slack refuses for good is noted too, so that nobody tries it forever. Throws why it wasn't sent otherwise: it's still due.
 */
export async function deliver(
  { log }: Pick<JobDeps, 'log'>,
  kind: 'digest' | 'reminder' | 'report' | 'result',
  { send, note }: { send(): Promise<void>; note(): Promise<void> },
): Promise<void> {
  try {
    await send();
  } catch (cause) {
    const isForGood = (cause as Retriable).retry === false;
    log.warn(
      { err: cause },
      isForGood ? `Slack refused a ${kind} for good` : `couldn't send a ${kind} yet; retrying`,
    );
    if (!isForGood) throw cause;
  }
  await note();
}

/**
 * Delivers one message after the other, past those that fail, until Slack limits the bot or Redis can't note what was sent. `deliverOne`
 * returns in how many milliseconds to try its message again, if it has to wait; this returns the shortest of these waits. Throws the first error.
 */
export async function deliverEach<One>(
  { storeTrouble }: Pick<JobDeps, 'storeTrouble'>,
  all: Iterable<One>,
  deliverOne: (one: One) => Promise<number | undefined>,
): Promise<number | undefined> {
  const waitsMs: number[] = [];
  const failures: unknown[] = [];
  for (const one of all) {
    try {
      const waitMs = await deliverOne(one);
      if (waitMs !== undefined) waitsMs.push(waitMs);
    } catch (cause) {
      const { retryAfterMs } = cause as Retriable;
      if (retryAfterMs !== undefined) return Math.min(...waitsMs, retryAfterMs);
      failures.push(cause);
      // whatever is sent now would be sent again
      const failure = storeTrouble.failureOf(cause);
      if (storeTrouble.isAway() || failure === 'not sent' || failure === 'refused') break;
    }
  }
  if (failures.length > 0) throw failures[0];
  return waitsMs.length > 0 ? Math.min(...waitsMs) : undefined;
}
