/**
 * Takes everything of a freeze off the schedule: what is soonest first, within the quota, each noted before and after,
 * so that whoever carries on after a crash asks for none twice. As long as it stands it looks again for what came since.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobDeps } from '#src/job-deps.ts';
import { type OfPause, pauseCheckJob, pauseJob } from '#src/jobs.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { byPostTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import {
  again,
  done,
  type Handler,
  handle,
  type Job,
  type Outcome,
  type Retriable,
  wakeOf,
} from '#src/platform/queue/job.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { stopPaused } from '#src/posts/operations/publish.ts';
import type { BrandOf } from '#src/posts/ports.ts';
import { failureOf } from '#src/posts/problem-of.ts';
import type { Sweep } from '#src/posts/sweeper.ts';
import { compareBrand, comparePost, noteKnown } from './compare-listing.ts';
import {
  isAtWork,
  isOpen,
  lookedFrom,
  looksNow,
  type Pause,
  type PausedPost,
  pausedPost,
  saysNow,
} from './pause.ts';
import { postsOf, renderReport, reporting } from './report.ts';
import { takeOff } from './unschedule.ts';

/** One post that the service cannot take off must not stop the others; more of them are a service that is away. */
const failuresAtMost = 3;

/** The pause after the service did not answer, unless it says how long. */
const troublePauseMs = 5_000;

/** The pause while a brand can't be read; its reader ends it as soon as that changes. */
const failurePauseMs = 15_000;

/** After so long it's seen what was read meanwhile, which can be sooner than what is left. */
const sliceMs = 10_000;

/** How old the last pass through all pages can be for a look: a short listing is read as a whole every time, a long one less often. */
const passKeptMs = (posts: number): number => (posts <= 200 ? 0 : Math.min(15 * 60_000, posts * 300));

/** So long a run waits for its report before it goes on with the posts. */
const slowMs = 300;

/** What was asked for, which a person waits for. */
export const pauseHandler = (deps: JobDeps): Handler => handlerOf(deps, pauseJob, isAtWork);

/** What is due by itself. */
export const pauseCheckHandler = (deps: JobDeps): Handler =>
  handlerOf(deps, pauseCheckJob, (freeze) => !isAtWork(freeze));

/** Every pause whose report is missing in Slack, or whose schedule is due to be checked. */
export const sweepPauses: Sweep = async ({ pauses, jobs, now, freezeLookEveryMs }, workspace) => {
  for (const pause of await pauses.all(workspace))
    if (saysNow(pause, now()) || looksNow(pause, now(), freezeLookEveryMs))
      await jobs.enqueue(isAtWork(pause) ? pauseJob : pauseCheckJob, {
        workspace,
        scope: scopeOf(pause.brand),
      });
};

function handlerOf(deps: JobDeps, job: Job<OfPause>, isItsOwn: (freeze: Pause) => boolean): Handler {
  return handle(job, {
    async run({ workspace, scope }) {
      const asked = await deps.pauses.get(workspace, scope);
      return asked && isItsOwn(asked) ? runFreeze(deps, workspace, asked) : done;
    },
    // the next round tries again
    async gaveUp({ workspace, scope }, cause) {
      const freeze = await deps.pauses.get(workspace, scope);
      if (freeze) await renderReport(deps, workspace, freeze, failureOf(cause));
    },
  });
}

async function runFreeze(deps: JobDeps, workspace: string, asked: Pause): Promise<Outcome> {
  if (!looksNow(asked, deps.now(), deps.freezeLookEveryMs)) {
    // everything was taken off before it was known where the report stands
    if (!asked.report) await renderReport(deps, workspace, await reporting(deps, workspace, asked).drawn());
    return done;
  }
  await stopApproved(deps, workspace, asked);
  const freeze = await beginLook(deps, workspace, asked);
  if (!freeze) return done;
  const reports = reporting(deps, workspace, freeze);
  const trouble = async (cause: ServiceError): Promise<void> => {
    deps.log.warn({ err: cause, scope: scopeOf(freeze.brand) }, 'a freeze cannot go on');
    await renderReport(deps, workspace, await reports.drawn(), failureOf(cause));
  };
  let look: Look;
  let hasUnscheduled = false;
  try {
    do {
      look = await goThrough(deps, workspace, freeze, reports.soon);
      hasUnscheduled ||= look.isCut;
    } while ((look.isCut || look.pending) && !(await endsWithin(reports.drawn(), slowMs)));
  } catch (cause) {
    if (!(cause instanceof ServiceError) || cause.postponed) throw cause;
    await trouble(cause);
    return again(cause.retryAfterMs ?? troublePauseMs);
  } finally {
    await reports.drawn();
  }
  const { isCut, failure, pending } = look;
  // the read that this waits for can take minutes, and the next run may have nothing to unschedule
  if (hasUnscheduled && (isCut || pending)) await renderReport(deps, workspace, await reports.drawn());
  // what was refused may be published by now
  if (isCut) return again(1);
  if (failure) await trouble(failure);
  if (pending) throw pending;
  if (failure && isAtWork(freeze)) {
    // the other brands are looked at again, however long this one can't be read
    if (deps.now() - lookedFrom(freeze) >= deps.freezeLookEveryMs)
      await beginNextLook(deps, workspace, freeze);
    return again(failurePauseMs);
  }
  const lookedAt = new Date(deps.now()).toISOString();
  // who froze it once more while this looked has a job of their own, which may be further by now
  const round = isAtWork(freeze) && { ended: freeze.rounds };
  const ended = await deps.pauses.amend(workspace, freeze, { ...round, lookedAt });
  if (ended && !failure) await renderReport(deps, workspace, ended);
  return ended && isAtWork(ended) ? again(1) : done;
}

/** The freeze with the look that is under way: a run that waited for a read goes on with it. `undefined`: it was ended meanwhile. */
async function beginLook(deps: JobDeps, workspace: string, freeze: Pause): Promise<Pause | undefined> {
  const { lookedAt } = freeze;
  const isUnderWay =
    isAtWork(freeze) || (lookedAt !== undefined && lookedFrom(freeze) > Date.parse(lookedAt));
  return isUnderWay ? freeze : beginNextLook(deps, workspace, freeze);
}

const beginNextLook = (deps: JobDeps, workspace: string, freeze: Pause): Promise<Pause | undefined> =>
  deps.pauses.amend(workspace, freeze, { lookFrom: new Date(deps.now()).toISOString() });

/** Slack can be slow, and the posts can't wait for the report. */
async function endsWithin(drawn: Promise<unknown>, ms: number): Promise<boolean> {
  const ended = new AbortController();
  const late = sleep(ms, false, ended).catch(() => false);
  const hasEnded = await Promise.race([drawn.then(() => true), late]);
  ended.abort();
  return hasEnded;
}

/** What still can be taken back with `Undo` does not say for minutes that it will go out. */
async function stopApproved(deps: JobDeps, workspace: string, { brand }: Pause): Promise<void> {
  // all of them first: the moves take them off the list that is read here
  for (const card of await Array.fromAsync(deps.cards.waiting(workspace, deps.now())))
    if (card.state === 'approved' && (!brand || card.brand.id === brand.id)) await stopPaused(deps, card);
}

/** How far a look came. */
interface Look {
  /** Some posts were taken off; there can be more to do, at once. */
  isCut: boolean;
  /** Why a brand couldn't be read. */
  failure: ServiceError | undefined;
  /** A brand still has to be read. */
  pending: Error | undefined;
}

/** Throws what the service said when it cannot go on. */
async function goThrough(deps: JobDeps, workspace: string, freeze: Pause, goesOn: () => void): Promise<Look> {
  if (isAtWork(freeze)) await noteScheduled(deps, workspace, freeze);
  const reads = await createReads(deps, workspace, freeze);
  for (const brand of await reads.brands()) await reads.ofBrand(brand);
  const awaited = await reads.ofAsked();
  const open = (await postsOf(deps, workspace, freeze))
    .filter((post) => isOpen(post) && !awaited.has(post.id))
    .sort(soonestFirst);
  const until = deps.now() + sliceMs;
  const failures: ServiceError[] = [];
  for (const post of open) {
    goesOn();
    const failure = await takeOff(deps, workspace, freeze, post);
    if (failure) failures.push(failure);
    if (failures.length === failuresAtMost || deps.now() >= until) break;
  }
  const [failed] = failures;
  if (failed) throw failed;
  return { isCut: open.length > 0, failure: reads.failure(), pending: reads.pending() };
}

/** Compares what the index has with what is noted. A brand that can't be read, or isn't read yet, keeps no other waiting. */
async function createReads(deps: JobDeps, workspace: string, freeze: Pause) {
  const job = isAtWork(freeze) ? pauseJob : pauseCheckJob;
  const wake = wakeOf(job, { workspace, scope: scopeOf(freeze.brand) });
  const asOf = lookedFrom(freeze);
  const noted = Map.groupBy(await postsOf(deps, workspace, freeze), ({ brand }) => brand.id);
  let failure: ServiceError | undefined;
  let pending: Error | undefined;

  /** Remembers why something isn't read. True: the answer is on its way. */
  async function isPending(cause: unknown, of?: BrandOf): Promise<boolean> {
    if (!(cause instanceof Error)) throw cause;
    const isPostponed = (cause as Retriable).postponed === true;
    if (!isPostponed && !(cause instanceof ServiceError)) throw cause;
    // a reader that failed tries again by itself, after pauses that grow
    const failed = isPostponed ? of && (await deps.index.status(of)).failure : cause;
    if (failed instanceof ServiceError) failure ??= failed;
    else pending ??= cause;
    return failed === undefined;
  }

  /** A look reads where posts are on the schedule; every page for what was asked for, and now and then for drafts that came onto it since. */
  async function needsPass(of: BrandOf): Promise<boolean> {
    const { posts, readAt, complete } = await deps.index.known(of);
    if (isAtWork(freeze) || !complete || readAt === undefined || readAt >= asOf) return true;
    return asOf - readAt > passKeptMs(posts.length);
  }

  return {
    failure: () => failure,
    pending: () => pending,

    /** Of all brands, those that the service listed last, where it doesn't list them now. */
    async brands(): Promise<Named[]> {
      if (freeze.brand) return [freeze.brand];
      const who = `freeze.${workspace}.${scopeOf(freeze.brand)}`;
      const ask = () => deps.service.brands({ priority: 'operation', who });
      try {
        return await deps.choices.brands().catch(ask);
      } catch (cause) {
        await isPending(cause);
        return deps.choices.rememberedBrands();
      }
    },

    /** As it was read for this look; until then what is known of it, so that nothing known waits for that. */
    async ofBrand(brand: Named): Promise<void> {
      const of = { workspace, brand: brand.id };
      const ofIt = noted.get(brand.id) ?? [];
      const others = ofIt.filter(({ state }) => state !== 'gone' && state !== 'faster').map(({ id }) => id);
      const read = (await needsPass(of))
        ? deps.index.all(of, asOf, wake)
        : deps.index.scheduled({ ...of, others }, asOf, wake);
      const listed = await read.catch(async (cause: unknown) => {
        await isPending(cause, of);
        return undefined;
      });
      const known = new Map(ofIt.map((post) => [post.id, post]));
      const compared = { workspace, freeze, brand, known };
      if (listed) return compareBrand(deps, { ...compared, posts: listed.posts, readAt: asOf });
      const { posts, readAt = 0 } = await deps.index.known(of);
      await noteKnown(deps, { ...compared, posts, readAt });
    },

    /** What became of requests without a good answer. Answers the posts whose read is on its way. */
    async ofAsked(): Promise<Set<string>> {
      const awaited = new Set<string>();
      for (const post of [...noted.values()].flat()) {
        const { id, brand, state, triedAt } = post;
        const since = triedAt === undefined ? 0 : Date.parse(triedAt);
        if (!(state === 'sending' || state === 'stuck') || since <= asOf) continue;
        try {
          const shown = await deps.index.post({ workspace, brand, postId: id }, since, wake);
          await comparePost(deps, workspace, freeze, post, shown);
        } catch (cause) {
          if (await isPending(cause, { workspace, brand: brand.id })) awaited.add(id);
        }
      }
      return awaited;
    },
  };
}

/** What our own cards have on the schedule is named, and taken off, also while the service's list cannot be read. */
async function noteScheduled(deps: JobDeps, workspace: string, freeze: Pause): Promise<void> {
  const known = new Set((await postsOf(deps, workspace, freeze)).map(({ id }) => id));
  const every = Number.MAX_SAFE_INTEGER;
  const brands = freeze.brand ? [freeze.brand.id] : await deps.cards.watchedBrands(workspace, every);
  for (const one of brands)
    for (const { state, postId: id, brand, content } of await deps.cards.watched(workspace, one, '+inf')) {
      const { caption, scheduledAt: was } = content;
      // what was due before may be out: the list tells
      const isToCome = was !== undefined && Date.parse(was) > Date.parse(freeze.at);
      if (state !== 'scheduled' || id === undefined || known.has(id) || !isToCome) continue;
      await deps.pauses.note(
        workspace,
        scopeOf(freeze.brand),
        pausedPost(freeze, { id, brand, caption, was }),
      );
    }
}

/** What failed before comes after the others. */
const soonestFirst = (a: PausedPost, b: PausedPost): number => a.tries - b.tries || byPostTime(a.was, b.was);
