/**
 * Says reminders and digests, each once: it is noted before it is sent that it will be said, and where. Whoever finds such a
 * note looks for the message before it is said again.
 */
import { randomUUID } from 'node:crypto';
import type { Saying } from '#src/store/sayings.ts';
import type { JobDeps } from './deps.ts';
import type { Retriable } from './job.ts';

/** Longer than a call of Slack takes: what was sent before is there by now, or never comes. */
const arrivedAfterMs = 10_000;

/** As the announcer says it. */
export type Say = JobDeps['announcer']['say'];

/**
 * `take` makes it ours, in the name of `id`: false, it is said by somebody else. Answers in how many milliseconds to go on,
 * when Slack has limited the bot or has not answered.
 */
export async function sayOnce(
  deps: JobDeps,
  workspace: string,
  of: Saying['of'],
  { take, say }: { take(id: string): Promise<boolean>; say(say: Say): Promise<void> },
): Promise<number | undefined> {
  const saying: Saying = { id: randomUUID(), at: deps.now(), of };
  const { id } = saying;
  await deps.sayings.note(workspace, saying);
  try {
    if (await take(id))
      await say(async (where, what) => {
        await deps.sayings.note(workspace, { ...saying, at: deps.now(), where });
        return deps.announcer.say(where, what, id);
      });
  } catch (cause) {
    const { retry, retryAfterMs, refused } = cause as Retriable;
    if (retry === false) deps.log.warn({ err: cause }, `a ${of.kind} could not be sent`);
    else if (refused) await takeBack(deps, workspace, saying);
    else {
      deps.log.warn({ err: cause }, `a ${of.kind} was not answered and is looked for`);
      return arrivedAfterMs;
    }
    await deps.sayings.end(workspace, id);
    if (retry === false) return undefined;
    if (retryAfterMs === undefined) throw cause;
    return retryAfterMs;
  }
  await deps.sayings.end(workspace, id);
  return undefined;
}

/**
 * Looks what became of those that nobody ended: one that is not there is taken back, so that it is due again. Answers in how
 * many milliseconds to look again, where it is too early to know.
 */
export async function endSayings(
  deps: JobDeps,
  workspace: string,
  kind: Saying['of']['kind'],
): Promise<number | undefined> {
  let waitMs: number | undefined;
  for (const saying of await deps.sayings.open(workspace, kind)) {
    const { id, at, where } = saying;
    const early = at + arrivedAfterMs - deps.now();
    if (early > 0) {
      waitMs = Math.min(waitMs ?? early, early);
      continue;
    }
    const isThere = where ? await deps.announcer.isThere(where, id, at) : false;
    if (isThere === undefined) deps.log.warn({ where }, `it cannot be known whether a ${kind} was said`);
    else if (!isThere) await takeBack(deps, workspace, saying);
    await deps.sayings.end(workspace, id);
  }
  return waitMs;
}

async function takeBack({ reminders }: JobDeps, workspace: string, { id, of }: Saying): Promise<void> {
  if (of.kind === 'digest') await reminders.giveDigestBack(workspace, of.brand, of.day, id);
  else
    for (const { card, user, before, after } of of.notes)
      await reminders.note({ workspace, ...card }, user, after, before);
}
