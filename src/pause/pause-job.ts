/**
 * Unschedules everything that a pause covers: soonest first, within the quota, with a note before and after
 * each request, so that a run after a crash doesn't send it twice. While the pause lasts, it checks again and
 * again for posts that were scheduled since.
 */

import { isoNow } from '#src/platform/iso-now.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { byPostTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import {
  again,
  done,
  handlerOf,
  type Job,
  type Outcome,
  type Retriable,
  type Wake,
  wakeOf,
} from '#src/platform/queue/job.ts';
import { within } from '#src/platform/within.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { isScheduled } from '#src/posts/card/state.ts';
import { stopPaused } from '#src/posts/operations/publish.ts';
import type { BrandRef } from '#src/posts/post-index/post-index.ts';
import { failureOf } from '#src/posts/problem-of.ts';
import type { Sweep } from '#src/posts/sweeper.ts';
import { compareBrand, comparePost, noteKnown } from './compare-listing.ts';
import type { Deps } from './deps.ts';
import { type PausePayload, pauseCheckJob, pauseJob } from './jobs.ts';
import {
  checkStart,
  isAtWork,
  isCheckDue,
  isOpen,
  isReportDue,
  type Pause,
  type PausedPost,
  pausedPost,
} from './pause.ts';
import { postsOf, renderReport, reporting } from './report.ts';
import { unschedule } from './unschedule.ts';

/**
 * A post that the service can't unschedule mustn't stop the others, but this many in a row mean that the
 * service is down.
 */
const failuresAtMost = 3;

/** How long to wait after the service didn't answer, unless it says how long. */
const troubleDelayMs = 5_000;

/** How long to wait while a brand can't be read. Its reader ends the wait as soon as it can. */
const failureDelayMs = 15_000;

/**
 * After this long, a run stops to look at what was read meanwhile, because a post in that may be due sooner
 * than the rest.
 */
const sliceMs = 10_000;

/** Each check reads listings of up to this many posts in full. */
const shortListing = 200;

/** How old the last pass through a longer listing can be. */
const passKeptMs = (posts: number): number => Math.min(15 * 60_000, posts * 300);

/** How long a run waits for its report before it goes on with the posts. */
const slowMs = 300;

/** Queues every pause whose report isn't in Slack yet, or whose next check is due. */
export const sweepPauses: Sweep<Pick<Deps, 'pauses' | 'jobs' | 'now' | 'pauseCheckEveryMs'>> = async (
  { pauses, jobs, now, pauseCheckEveryMs },
  workspace,
) => {
  for (const pause of await pauses.all(workspace))
    if (isReportDue(pause, now()) || isCheckDue(pause, now(), pauseCheckEveryMs))
      await jobs.enqueue(isAtWork(pause) ? pauseJob : pauseCheckJob, {
        workspace,
        scope: scopeOf(pause.brand),
      });
};

const pauseHandlerOf = (job: Job<PausePayload>, isItsOwn: (pause: Pause) => boolean) =>
  handlerOf(
    job,
    async (deps: Deps, { workspace, scope }) => {
      const current = await deps.pauses.get(workspace, scope);
      return current && isItsOwn(current) ? runPause(deps, workspace, current) : done;
    },
    // the next sweep tries again
    async (deps, { workspace, scope }, cause) => {
      const pause = await deps.pauses.get(workspace, scope);
      if (pause) await renderReport(deps, workspace, pause, failureOf(cause));
    },
  );

/** For checks that a person requested and waits for. */
export const pauseHandler = pauseHandlerOf(pauseJob, isAtWork);

/** For periodic checks. */
export const pauseCheckHandler = pauseHandlerOf(pauseCheckJob, (pause) => !isAtWork(pause));

async function runPause(deps: Deps, workspace: string, begun: Pause): Promise<Outcome> {
  if (!isCheckDue(begun, deps.now(), deps.pauseCheckEveryMs)) {
    // everything was unscheduled, but the report isn't known to be in Slack
    if (!begun.report)
      await renderReport(deps, workspace, await reporting(deps, workspace, begun).rendered());
    return done;
  }
  await stopApproved(deps, workspace, begun);
  const pause = await beginCheck(deps, workspace, begun);
  if (!pause) return done;
  const reports = reporting(deps, workspace, pause);
  const trouble = async (cause: ServiceError): Promise<void> => {
    deps.log.warn({ err: cause, scope: scopeOf(pause.brand) }, "couldn't continue a pause; retrying");
    await renderReport(deps, workspace, await reports.rendered(), failureOf(cause));
  };
  let check: Check;
  let foundAny = false;
  try {
    do {
      check = await checkOnce(deps, workspace, pause, reports.soon);
      foundAny ||= check.foundPosts;
    } while ((check.foundPosts || check.pending) && !(await within(reports.rendered(), slowMs)));
  } catch (cause) {
    if (!(cause instanceof ServiceError) || cause.postponed) throw cause;
    await trouble(cause);
    return again(cause.retryAfterMs ?? troubleDelayMs);
  } finally {
    await reports.rendered();
  }
  const { foundPosts, failure, pending } = check;
  // the read that this waits for can take minutes, and the next run may have nothing to unschedule
  if (foundAny && (foundPosts || pending)) await renderReport(deps, workspace, await reports.rendered());
  // a post that the service refused to unschedule may be published by now
  if (foundPosts) return again(1);
  if (failure) await trouble(failure);
  if (pending) throw pending;
  if (failure && isAtWork(pause)) {
    // check the other brands again, however long this one can't be read
    if (deps.now() - checkStart(pause) >= deps.pauseCheckEveryMs)
      await beginNextCheck(deps, workspace, pause);
    return again(failureDelayMs);
  }
  const checkedAt = isoNow(deps);
  // if someone paused again during this check, their pause has a job of its own, which may be further along
  const progress = isAtWork(pause) && { checksDone: pause.checksRequested };
  const updated = await deps.pauses.amend(workspace, pause, { ...progress, checkedAt });
  if (updated && !failure) await renderReport(deps, workspace, updated);
  return updated && isAtWork(updated) ? again(1) : done;
}

/**
 * Begins the check, or returns the one in progress, which a run continues after it waited for a read.
 * `undefined` if the pause ended.
 */
async function beginCheck(deps: Deps, workspace: string, pause: Pause): Promise<Pause | undefined> {
  const { checkedAt } = pause;
  const isUnderWay =
    isAtWork(pause) || (checkedAt !== undefined && checkStart(pause) > Date.parse(checkedAt));
  return isUnderWay ? pause : beginNextCheck(deps, workspace, pause);
}

const beginNextCheck = (deps: Deps, workspace: string, pause: Pause): Promise<Pause | undefined> =>
  deps.pauses.amend(workspace, pause, { checkStartedAt: isoNow(deps) });

/**
 * Stops posts that can still be undone, so that their cards don't say for minutes that they're about to be
 * published.
 */
async function stopApproved(deps: Deps, workspace: string, { brand }: Pause): Promise<void> {
  // collects the cards first: each transition removes its card from the list that is being read
  for (const card of await Array.fromAsync(deps.cards.waiting(workspace, deps.now())))
    if (card.state === 'approved' && (!brand || card.brand.id === brand.id)) await stopPaused(deps, card);
}

/** The result of one check. */
interface Check {
  /** There were posts to unschedule, so there may be more to do right away. */
  foundPosts: boolean;
  /** Why a brand couldn't be read. */
  failure: ServiceError | undefined;
  /** A brand is still being read. */
  pending: Error | undefined;
}

/**
 * What a check reads, and why something couldn't be read: a brand that can't be read, or isn't read yet,
 * doesn't hold up the others.
 */
interface CheckRun extends Pick<Check, 'failure' | 'pending'> {
  workspace: string;
  pause: Pause;
  /** When the check began (epoch ms): earlier reads don't count. */
  asOf: number;
  /** Continues the check after a read that it waits for. */
  wake: Wake;
  /** The posts that the pause knows, by brand. */
  knownPosts: ReadonlyMap<string, PausedPost[]>;
}

/** Throws the service's error if the check can't go on. */
async function checkOnce(
  deps: Deps,
  workspace: string,
  pause: Pause,
  onProgress: () => void,
): Promise<Check> {
  if (isAtWork(pause)) await noteScheduled(deps, workspace, pause);
  const run: CheckRun = {
    workspace,
    pause,
    asOf: checkStart(pause),
    wake: wakeOf(isAtWork(pause) ? pauseJob : pauseCheckJob, { workspace, scope: scopeOf(pause.brand) }),
    knownPosts: Map.groupBy(await postsOf(deps, workspace, pause), ({ brand }) => brand.id),
    failure: undefined,
    pending: undefined,
  };
  for (const brand of await brandsOf(deps, run)) await checkBrand(deps, run, brand);
  const awaited = await checkUnanswered(deps, run);
  const open = (await postsOf(deps, workspace, pause))
    .filter((post) => isOpen(post) && !awaited.has(post.id))
    .sort(soonestFirst);
  const until = deps.now() + sliceMs;
  const failures: ServiceError[] = [];
  for (const post of open) {
    onProgress();
    const failure = await unschedule(deps, workspace, pause, post);
    if (failure) failures.push(failure);
    if (failures.length === failuresAtMost || deps.now() >= until) break;
  }
  const [failed] = failures;
  if (failed) throw failed;
  return { foundPosts: open.length > 0, failure: run.failure, pending: run.pending };
}

/**
 * The brands that the pause covers. If it covers all and the service can't list them, the ones it listed
 * last.
 */
async function brandsOf(deps: Deps, run: CheckRun): Promise<Named[]> {
  const { pause } = run;
  if (pause.brand) return [pause.brand];
  const who = `freeze.${scopeOf(pause.brand)}`;
  const ask = () => deps.service.brands({ priority: 'operation', who });
  try {
    return await deps.catalog.brands().catch(ask);
  } catch (cause) {
    await noteUnread(deps, run, cause);
    return deps.catalog.rememberedBrands();
  }
}

/**
 * Compares the listing that was read for this check. Until that read is finished, compares an older one, so
 * that known posts don't wait.
 */
async function checkBrand(deps: Deps, run: CheckRun, brand: Named): Promise<void> {
  const { workspace, pause, asOf, wake } = run;
  const brandRef = { workspace, brand: brand.id };
  const knownPosts = run.knownPosts.get(brand.id) ?? [];
  const others = knownPosts
    .filter(({ state }) => state !== 'gone' && state !== 'published')
    .map(({ id }) => id);
  const read = (await needsPass(deps, run, brandRef))
    ? deps.index.all(brandRef, asOf, wake)
    : deps.index.scheduled({ ...brandRef, others }, asOf, wake);
  const listed = await read.catch(async (cause: unknown) => {
    await noteUnread(deps, run, cause, brandRef);
    return undefined;
  });
  const known = new Map(knownPosts.map((post) => [post.id, post]));
  const compared = { workspace, pause, brand, known };
  if (listed) return compareBrand(deps, { ...compared, posts: listed.posts, readAt: asOf });
  const { posts, readAt = 0 } = await deps.index.known(brandRef);
  await noteKnown(deps, { ...compared, posts, readAt });
}

/**
 * Whether every page is read. A check that a person requested does that. Others read the pages with
 * scheduled posts and new ones, and don't wait for a pass: now and then, one in the background finds the
 * drafts that were scheduled since, for later checks. If the quota leaves that too little, it continues as
 * a check.
 */
async function needsPass(deps: Deps, { pause, asOf }: CheckRun, brandRef: BrandRef): Promise<boolean> {
  const { posts, passAt, complete } = await deps.index.known(brandRef);
  if (isAtWork(pause) || !complete || passAt >= asOf) return true;
  if (posts.length <= shortListing) return true;
  const [agedMs, keptMs] = [asOf - passAt, passKeptMs(posts.length)];
  if (agedMs > keptMs)
    await deps.index.refreshSlowly(brandRef, asOf, agedMs > 2 * keptMs ? 'check' : 'background');
  return false;
}

/**
 * Finds out what happened to requests that weren't answered properly. Returns the ids of the posts whose
 * read is in progress.
 */
async function checkUnanswered(deps: Deps, run: CheckRun): Promise<Set<string>> {
  const { workspace, pause, asOf, wake } = run;
  const awaited = new Set<string>();
  for (const post of [...run.knownPosts.values()].flat()) {
    const { id, brand, state, triedAt } = post;
    const since = triedAt === undefined ? 0 : Date.parse(triedAt);
    if (!(state === 'sending' || state === 'stuck') || since <= asOf) continue;
    try {
      const shown = await deps.index.post({ workspace, brand, postId: id }, since, wake);
      await comparePost(deps, workspace, pause, post, shown);
    } catch (cause) {
      if (await noteUnread(deps, run, cause, { workspace, brand: brand.id })) awaited.add(id);
    }
  }
  return awaited;
}

/** Notes the first reasons why something couldn't be read. True if the read is still in progress. */
async function noteUnread(deps: Deps, run: CheckRun, cause: unknown, brandRef?: BrandRef): Promise<boolean> {
  if (!(cause instanceof Error)) throw cause;
  const isPostponed = (cause as Retriable).postponed === true;
  if (!isPostponed && !(cause instanceof ServiceError)) throw cause;
  // a reader that failed retries by itself, with growing delays
  const failed = isPostponed ? brandRef && (await deps.index.status(brandRef)).failure : cause;
  if (failed instanceof ServiceError) run.failure ??= failed;
  else run.pending ??= cause;
  return failed === undefined;
}

/**
 * Notes posts that our own cards show as scheduled, so that they're unscheduled even if the listing can't be
 * read.
 */
async function noteScheduled(deps: Deps, workspace: string, pause: Pause): Promise<void> {
  const known = new Set((await postsOf(deps, workspace, pause)).map(({ id }) => id));
  const every = Number.MAX_SAFE_INTEGER;
  const brands = pause.brand ? [pause.brand.id] : await deps.cards.watchedBrands(workspace, every);
  for (const one of brands)
    for (const { state, postId: id, brand, content } of await deps.cards.watched(workspace, one, '+inf')) {
      const { caption, scheduledAt: scheduledFor } = content;
      // a post that was due before the pause may be published, so the listing decides
      const isToCome = scheduledFor !== undefined && Date.parse(scheduledFor) > Date.parse(pause.at);
      if (!isScheduled({ state }) || id === undefined || known.has(id) || !isToCome) continue;
      await deps.pauses.note(
        workspace,
        scopeOf(pause.brand),
        pausedPost(pause, { id, brand, caption, scheduledFor }),
      );
    }
}

/** Posts that failed before come after the others. */
const soonestFirst = (a: PausedPost, b: PausedPost): number =>
  a.attempts - b.attempts || byPostTime(a.scheduledFor, b.scheduledFor);
