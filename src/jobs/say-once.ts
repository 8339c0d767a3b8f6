/**
 * Says reminders, digests and the reports of freezes, each once: it is noted before it is sent that it will be said, and where.
 * Whoever finds such a note looks for the message before it is said again.
 */
import { randomUUID } from 'node:crypto';
import type { Announcement } from '#src/cards/announcement.ts';
import type { Saying } from '#src/store/sayings.ts';
import type { JobDeps } from './deps.ts';
import type { Retriable } from './job.ts';

/** Longer than the one call that is left to make when it is noted where (`timeout` of `src/slack/client.ts`): what was sent is there by now. */
const arrivedAfterMs = 10_000;

/** What could not be looked for until then is left as it is. */
const lookedForMs = 3_600_000;

type Announce = JobDeps['announcer']['say'];

/** As the announcer says it. */
export type Say = (...said: [where: Parameters<Announce>[0], what: Announcement]) => ReturnType<Announce>;

/**
 * `take` makes it ours, in the name of `id`: false, it is said by somebody else. Answers in how many milliseconds to look for
 * it, when Slack has not answered; what Slack refuses for good is not said. Throws why it was not sent: then it is due again.
 */
export async function sayOnce(
  deps: JobDeps,
  workspace: string,
  of: Saying['of'],
  { take, say }: { take(id: string): Promise<boolean>; say(say: Say): Promise<void> },
): Promise<number | undefined> {
  const saying: Saying = { id: randomUUID(), at: deps.now(), of };
  const { id } = saying;
  let mayBeThere = false;
  await deps.sayings.begin(workspace, saying);
  try {
    if (await take(id))
      await say(async (where, what) => {
        const said = await deps.announcer.say(where, what, {
          mark: id,
          async beforeSent() {
            if (!(await deps.sayings.sending(workspace, { ...saying, at: deps.now(), where })))
              throw new Error(`a ${of.kind} was taken back by somebody else before it was sent`);
            mayBeThere = true;
          },
        });
        mayBeThere = said !== undefined;
        return said;
      });
  } catch (cause) {
    const { retry, refused } = cause as Retriable;
    if (mayBeThere && retry !== false && !refused) {
      deps.log.warn({ err: cause }, `a ${of.kind} was not answered and is looked for`);
      return arrivedAfterMs;
    }
    const isForGood = mayBeThere && retry === false;
    deps.log.warn(
      { err: cause },
      `a ${of.kind} ${isForGood ? 'could not be sent' : 'was not sent and is due again'}`,
    );
    if (!isForGood) await takeBack(deps, workspace, saying);
    await deps.sayings.end(workspace, id);
    if (isForGood) return undefined;
    throw cause;
  }
  await deps.sayings.end(workspace, id);
  return undefined;
}

/**
 * Says one after the other, and goes on past what was not sent or not answered until Slack limits the bot. Answers in how many
 * milliseconds to go on; throws the first reason why one was not sent.
 */
export async function sayEach<One>(
  all: Iterable<One>,
  sayOne: (one: One) => Promise<number | undefined>,
): Promise<number | undefined> {
  let waitMs: number | undefined;
  const failed: unknown[] = [];
  for (const one of all) {
    try {
      waitMs = sooner(waitMs, await sayOne(one));
    } catch (cause) {
      const { retryAfterMs } = cause as Retriable;
      if (retryAfterMs !== undefined) return sooner(waitMs, retryAfterMs);
      failed.push(cause);
    }
  }
  if (failed.length > 0) throw failed[0];
  return waitMs;
}

/** The shorter of two waits; `undefined`: nothing is waited for. */
export function sooner(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

/**
 * Looks what became of those that nobody ended: one that is not there is taken back, so that it is due again. Answers in how
 * many milliseconds to look again, where it is too early to know, or could not be looked for. `found`: what is done about one
 * that is there; while that throws it is looked for again.
 */
export async function endSayings(
  deps: JobDeps,
  workspace: string,
  kind: Saying['of']['kind'],
  { isOurs = () => true, found }: Looking = {},
): Promise<number | undefined> {
  let waitMs: number | undefined;
  for (const saying of await deps.sayings.open(workspace, kind))
    if (isOurs(saying.of)) waitMs = sooner(waitMs, await endSaying(deps, workspace, saying, found));
  return waitMs;
}

interface Looking {
  isOurs?(of: Saying['of']): boolean;
  found?: ((of: Saying['of'], said: { channel: string; ts: string }) => Promise<void>) | undefined;
}

async function endSaying(
  deps: JobDeps,
  workspace: string,
  saying: Saying,
  isThere: Looking['found'],
): Promise<number | undefined> {
  const { id, at, where, of } = saying;
  const ageMs = deps.now() - at;
  if (ageMs < arrivedAfterMs) return arrivedAfterMs - ageMs;
  try {
    const found = where ? await deps.announcer.find(where, id, at) : false;
    if (found === undefined) deps.log.warn({ where }, `it cannot be known whether a ${of.kind} was said`);
    else if (!found) await takeBack(deps, workspace, saying);
    else await isThere?.(of, found);
  } catch (cause) {
    const { retry, retryAfterMs } = cause as Retriable;
    if (retry !== false && ageMs < lookedForMs) {
      deps.log.warn({ err: cause, where }, `it is not known yet whether a ${of.kind} was said`);
      return retryAfterMs ?? arrivedAfterMs;
    }
    deps.log.warn({ err: cause, where }, `it cannot be known whether a ${of.kind} was said`);
  }
  await deps.sayings.end(workspace, id);
  return undefined;
}

async function takeBack({ reminders }: JobDeps, workspace: string, { id, of }: Saying): Promise<void> {
  if (of.kind === 'digest') await reminders.giveDigestBack(workspace, of.brand, of.day, id);
  if (of.kind === 'reminder')
    for (const { card, user, before, after } of of.notes)
      await reminders.note({ workspace, ...card }, user, after, before);
}
