/**
 * Takes everything of a freeze off the schedule: what is soonest first, within the quota, each noted before and after,
 * so that whoever carries on after a crash asks for none twice. As long as it stands it looks again for what came since.
 */
import {
  type Freeze,
  type FrozenPost,
  frozenPost,
  isAtWork,
  isOpen,
  looksNow,
  scopeOf,
} from '#src/cards/freeze.ts';
import { byPostTime } from '#src/cards/post-time.ts';
import type { Named } from '#src/cards/request.ts';
import { stopFrozen } from '#src/posts/publish.ts';
import { takeOff } from '#src/posts/unschedule.ts';
import { ServiceError } from '#src/service/errors.ts';
import { patiently } from '#src/service/patiently.ts';
import type { Priority } from '#src/service/service.ts';
import { freezeJob, freezeLookJob, type OfFreeze } from './asked.ts';
import type { JobDeps } from './deps.ts';
import { drawReport, postsOf, reporting } from './freeze-report.ts';
import { again, done, type Handler, handle, type Job, type Outcome } from './job.ts';
import { readSchedule } from './read-schedule.ts';
import { failureOf } from './reasons.ts';

/** One post that the service cannot take off must not stop the others; more of them are a service that is away. */
const failuresAtMost = 3;

/** The pause after the service did not answer, unless it says how long. */
const troublePauseMs = 5_000;

/** What was asked for, which a person waits for. */
export const freezeHandler = (deps: JobDeps): Handler => handlerOf(deps, freezeJob, isAtWork);

/** What is due by itself. */
export const freezeLookHandler = (deps: JobDeps): Handler =>
  handlerOf(deps, freezeLookJob, (freeze) => !isAtWork(freeze));

function handlerOf(deps: JobDeps, job: Job<OfFreeze>, isItsOwn: (freeze: Freeze) => boolean): Handler {
  return handle(job, {
    async run({ workspace, scope }) {
      const asked = await deps.freezes.get(workspace, scope);
      return asked && isItsOwn(asked) ? runFreeze(deps, workspace, asked) : done;
    },
    // the next round tries again
    async gaveUp({ workspace, scope }, cause) {
      const freeze = await deps.freezes.get(workspace, scope);
      if (freeze) await drawReport(deps, workspace, freeze, failureOf(cause));
    },
  });
}

async function runFreeze(deps: JobDeps, workspace: string, asked: Freeze): Promise<Outcome> {
  if (!looksNow(asked, deps.now(), deps.freezeLookEveryMs)) {
    // everything was taken off before it was known where the report stands
    if (!asked.report) await drawReport(deps, workspace, await reporting(deps, workspace, asked).drawn());
    return done;
  }
  await stopApproved(deps, workspace, asked);
  const reports = reporting(deps, workspace, asked);
  try {
    const left = await goThrough(deps, workspace, asked, reports.soon);
    // the listing has the last word: it shows what was refused because it was published, and what came meanwhile
    if (left > 0) return again(1);
  } catch (cause) {
    if (!(cause instanceof ServiceError) || cause.postponed) throw cause;
    deps.log.warn({ err: cause, scope: scopeOf(asked.brand) }, 'a freeze cannot go on');
    await drawReport(deps, workspace, await reports.drawn(), failureOf(cause));
    return again(cause.retryAfterMs ?? troublePauseMs);
  } finally {
    await reports.drawn();
  }
  const lookedAt = new Date(deps.now()).toISOString();
  // who froze it once more while this looked has a job of their own, which may be further by now
  const round = isAtWork(asked) && { ended: asked.rounds };
  const ended = await deps.freezes.amend(workspace, asked, { ...round, lookedAt });
  if (ended) await drawReport(deps, workspace, ended);
  return ended && isAtWork(ended) ? again(1) : done;
}

/** What still can be taken back with `Undo` does not say for minutes that it will go out. */
async function stopApproved(deps: JobDeps, workspace: string, { brand }: Freeze): Promise<void> {
  // all of them first: the moves take them off the list that is read here
  for (const card of await Array.fromAsync(deps.cards.waiting(workspace, deps.now())))
    if (card.state === 'approved' && (!brand || card.brand.id === brand.id)) await stopFrozen(deps, card);
}

/** Once; answers how many posts it dealt with. Throws what the service said when it cannot go on. */
async function goThrough(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  goesOn: () => void,
): Promise<number> {
  if (isAtWork(freeze)) await noteScheduled(deps, workspace, freeze);
  const { urgent, failures } = await readSchedules(deps, workspace, freeze);
  const open = (await postsOf(deps, workspace, freeze)).filter(isOpen).sort(soonestFirst);
  for (const post of open) {
    goesOn();
    const failure = await takeOff(deps, workspace, freeze, post);
    if (failure) failures.push(failure);
    if (failures.length === failuresAtMost) break;
  }
  const [failed] = failures;
  if (failed) throw failed;
  return urgent + open.length;
}

/** A brand whose list cannot be read keeps no other on the schedule, nor what the cards know of. */
async function readSchedules(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
): Promise<{ urgent: number; failures: ServiceError[] }> {
  // what was asked for goes before; looking again leaves room
  const priority = isAtWork(freeze) ? 'operation' : 'background';
  const failures: ServiceError[] = [];
  let urgent = 0;
  const orFails = async (read: () => Promise<void>): Promise<void> => {
    try {
      await read();
    } catch (cause) {
      if (!(cause instanceof ServiceError) || cause.kind === 'busy' || cause.kind === 'key') throw cause;
      failures.push(cause);
    }
  };
  await orFails(async () => {
    for (const brand of await brandsOf(deps, freeze, priority)) {
      if (failures.length === failuresAtMost) return;
      await orFails(async () => {
        urgent += await readSchedule(deps, workspace, freeze, brand, priority);
      });
    }
  });
  return { urgent, failures };
}

/** What our own cards have on the schedule is named, and taken off, also while the service's list cannot be read. */
async function noteScheduled(deps: JobDeps, workspace: string, freeze: Freeze): Promise<void> {
  const known = new Set((await postsOf(deps, workspace, freeze)).map(({ id }) => id));
  const every = Number.MAX_SAFE_INTEGER;
  const brands = freeze.brand ? [freeze.brand.id] : await deps.cards.watchedBrands(workspace, every);
  for (const one of brands)
    for (const { state, postId: id, brand, content } of await deps.cards.watched(workspace, one, '+inf')) {
      const { caption, scheduledAt: was } = content;
      // what was due before may be out: the list tells
      const isToCome = was !== undefined && Date.parse(was) > Date.parse(freeze.at);
      if (state !== 'scheduled' || id === undefined || known.has(id) || !isToCome) continue;
      await deps.freezes.note(
        workspace,
        scopeOf(freeze.brand),
        frozenPost(freeze, { id, brand, caption, was }),
      );
    }
}

async function brandsOf(deps: JobDeps, { brand }: Freeze, priority: Priority): Promise<Named[]> {
  return brand ? [brand] : patiently(() => deps.service.brands({ priority }));
}

/** What failed before comes after the others. */
const soonestFirst = (a: FrozenPost, b: FrozenPost): number => a.tries - b.tries || byPostTime(a.was, b.was);
