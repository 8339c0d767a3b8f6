/** Delivers reminders and digests at least once, and normally only once. */
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { JobBasics, Retriable } from '#src/platform/queue/job.ts';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import { renderNoChannel } from '#views/posts/no-channel.ts';
import type { Notifier, OwnMessage } from './notifier.ts';

/**
 * Sends a message, and only then notes that it was sent: a crash or a lost answer in between repeats it
 * rather than loses it. A message that Slack refuses for good is noted too, so that nobody tries it forever.
 * Throws any other failure: the message is still due.
 */
export async function deliver(
  { log }: Pick<JobBasics, 'log'>,
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

const skipped = {
  digest: 'not allowed to post in the channel; skipping the digest',
  report: 'not allowed to post in the channel; skipping the report',
};

/**
 * Delivers the digest or the weekly report to a brand's channel. If the bot can't post there, the person who
 * set it up gets a direct message.
 */
export async function deliverToChannel(
  deps: Pick<JobBasics, 'log' | 'failpoint'> & { notifier: Pick<Notifier, 'postRendered'> },
  kind: 'digest' | 'report',
  { channel, by }: { channel: string; by: string | undefined },
  { brand, what, note }: { brand: Named; what: OwnMessage; note(): Promise<void> },
): Promise<void> {
  await deps.failpoint(`${kind} due`);
  await deliver(deps, kind, {
    async send() {
      const posted = await deps.notifier.postRendered({ channel }, what);
      await deps.failpoint(`${kind} sent`);
      if (posted) return;
      deps.log.warn({ brand: brand.id, channel }, skipped[kind]);
      const noChannel = { of: kind, brand, channel };
      if (by)
        await deps.notifier.postRendered(
          { channel: by },
          { render: (options) => renderNoChannel(noChannel, options) },
        );
    },
    note,
  });
}

/**
 * Delivers one message after the other, skipping those that fail, until Slack limits the bot or Redis can't
 * note what was sent. `deliverOne` returns in how many milliseconds to try its message again, if it has to
 * wait; this returns the shortest of these waits. Throws the first error.
 */
export async function deliverEach<One>(
  { storeTrouble }: { storeTrouble: StoreTrouble },
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
      // without a note in Redis, whatever is sent now would be sent again
      const failure = storeTrouble.failureOf(cause);
      if (storeTrouble.isAway() || failure === 'not_sent' || failure === 'refused') break;
    }
  }
  if (failures.length > 0) throw failures[0];
  return waitsMs.length > 0 ? Math.min(...waitsMs) : undefined;
}
