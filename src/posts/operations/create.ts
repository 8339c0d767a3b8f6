/**
 * Creates a post, or has a post or a whole campaign generated: one request to the service for each request of
 * a person. Reads from top to bottom: what happened before, prepare, guards last, send once, reconcile.
 */

import { isoNow } from '#src/platform/iso-now.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { PostRequest, Request } from '#src/platform/publishing-api/request.ts';
import {
  again,
  done,
  handlerOf,
  type Outcome,
  queues,
  type Retriable,
  type Wake,
  wakeOf,
} from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import { chosenIn, namedAsListed } from '#src/posts/card/chosen.ts';
import { isOverdue } from '#src/posts/card/content.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import { isOneOfMany } from '#src/posts/card/making.ts';
import type { ProblemCode } from '#src/posts/card/problem.ts';
import {
  addressesNow,
  contentShown,
  isSignedByService,
  lostFiles,
  mediaAfterCheck,
} from '#src/posts/card/same-content.ts';
import { type CardPayload, cardJob } from '#src/posts/card-job.ts';
import { sharedAsOf } from '#src/posts/post-index/lag.ts';
import { failureOf, problemAt } from '#src/posts/problem-of.ts';
import { checkChoices } from './check-choices.ts';
import type { Deps } from './deps.ts';
import { checkGuards } from './guards.ts';
import type { LedgerEntry } from './ledger.ts';
import {
  beginOperation,
  changedDelayMs,
  creationId,
  earlierOperation,
  endOperation,
  foundOperation,
} from './operation.ts';
import { postsBefore, recognize, tellsPosts, type Unrecognized } from './recognize.ts';

export const createJob = cardJob('create', queues.create);

export const createHandler = handlerOf(createJob, runCreate, giveUp);

async function runCreate(deps: Deps, { workspace, card: id }: CardPayload): Promise<Outcome> {
  const card = await deps.desk.get(workspace, id);
  if (!card || card.state === 'outcome_unknown') return done;
  if (card.state !== 'queued' && card.state !== 'creating') {
    // Its process may have died before it queued the brand's next creation.
    await letNextBegin(deps, card);
    return done;
  }
  try {
    return await create(deps, card);
  } catch (cause) {
    // A post that was requested and not found yet stays under way: otherwise the next creation would take it
    // for its own.
    const isWaiting = (cause as Retriable).postponed;
    if (!isWaiting && !(await deps.ledger.read(workspace, creationId(card)))) await letNextBegin(deps, card);
    throw cause;
  }
}

async function create(deps: Deps, queued: Card): Promise<Outcome> {
  const { workspace, id, request } = queued;
  if (!request) throw new Error(`card ${id} has no request and can't be created`);

  // What happened before: nothing is sent twice.
  const entry = await earlierOperation(deps, { id: creationId(queued), card: queued });
  if (entry) return conclude(deps, queued, entry);

  // Prepare: what the service would refuse isn't sent.
  const checked = await checkRequest(deps, queued, request);
  if ('reason' in checked) {
    const problem = problemAt('create', checked.reason, deps.now());
    await deps.desk.transition(workspace, id, { type: 'fail', problem });
    await letNextBegin(deps, queued);
    return done;
  }
  const underWay = await begin(deps, queued);
  if (!underWay) return again(await inLineDelay(deps, queued));
  const before = await postsBefore(deps, queued, { ...underWay, wake: wakeFor(queued) });

  // Guards last: anything may have changed during the wait for the quota. The ledger refuses what changes
  // from here on.
  // Hundreds of imported posts leave half of the quota to everything else.
  const priority = isOneOfMany(queued) ? 'background' : 'operation';
  await deps.quota.acquire(priority, { who: creationId(queued) });
  const { draft, revision } = await guard(deps, queued);
  const start = { type: 'start_creating', draft, ...checked } as const;
  const started = await deps.desk.transition(workspace, id, start, queued);
  if (!started || 'refused' in started) return again(changedDelayMs);
  const operation = { id: creationId(queued), card: started.card };
  const noted = await beginOperation(deps, operation, { guarded: revision, before });
  if (!noted) return again(changedDelayMs);

  // Send once.
  const sent = send(deps, started.card, checked.mediaUrls);
  const ids = sent.then(({ isUnreadable: _, ...answer }) => answer);
  const ended = await endOperation(deps, operation, noted, ids);
  const { answer } = ended;
  if (answer && !(await sent).isUnreadable)
    await deps.creations.answered(workspace, request.kind, Boolean(answer.postId ?? answer.campaignId));
  return conclude(deps, started.card, ended);
}

/**
 * How long a waiting creation is postponed. The end of the creation before it queues it sooner, unless that
 * process died.
 */
const inLineDelayMs = 10_000;

/**
 * The delay for the next in line: if it's queued while its own job still runs, BullMQ starts the new job only
 * once that one has ended for good.
 */
const firstInLineDelayMs = 1_000;

async function inLineDelay({ creations }: Deps, { workspace, brand, id }: Card): Promise<number> {
  return (await creations.firstInLine(workspace, brand.id)) === id ? firstInLineDelayMs : inLineDelayMs;
}

/**
 * How long a creation counts as under way: longer than a call and the delay before the next run, so that the
 * request of a process that died has ended by then.
 */
const underWayForMs = (deps: Deps): number => 2 * deps.requestTimeoutMs + 70_000;

interface UnderWay {
  /** Epoch ms. */
  since: number;
  /** No other creation of the brand is under way. */
  alone: boolean;
  /** Whether the answer will tell which posts are ours; `undefined` if that isn't known yet. */
  answerTells: boolean | undefined;
}

/** Begins the creation, or extends it. `undefined` if others go first. */
async function begin(deps: Deps, creating: Card): Promise<UnderWay | undefined> {
  const { workspace, brand, id: card } = creating;
  const answerTells = await doesAnswerTell(deps, creating);
  const creation = {
    brand: brand.id,
    card,
    alone: answerTells !== true,
    now: deps.now(),
    forMs: underWayForMs(deps),
  };
  const underWay = await deps.creations.begin(workspace, creation);
  if (underWay?.next && !underWay.alone) await wakeNext(deps, workspace, underWay.next);
  return underWay && { ...underWay, answerTells };
}

/** A campaign's id identifies its posts only if they have it. */
async function doesAnswerTell(
  { creations }: Deps,
  { workspace, kind, request }: Card,
): Promise<boolean | undefined> {
  const carriesId = await creations.answersCarryIds(workspace, request?.kind ?? kind);
  return kind === 'campaign' && carriesId ? creations.postsNameCampaign(workspace) : carriesId;
}

async function letNextBegin(deps: Deps, { workspace, brand, id }: Card): Promise<void> {
  const next = await deps.creations.end(workspace, brand.id, id);
  if (next) await wakeNext(deps, workspace, next);
}

const wakeNext = (deps: Deps, workspace: string, card: string): Promise<void> =>
  deps.jobs.wake(wakeOf(createJob, { workspace, card }));

/**
 * The request with the names that the service has for what was chosen, and where its files can be fetched now, or
 * the problem why it can't be sent. Rejects while the brand's lists can't be read, or the post whose files it takes.
 */
async function checkRequest(
  deps: Deps,
  card: Card,
  request: Request,
): Promise<{ reason: ProblemCode } | { request: Request; mediaUrls?: string[] }> {
  const checked = await checkChoices(deps, card, {
    chosen: chosenIn(request),
    by: card.author,
    note: 'ask',
  });
  if ('reason' in checked) return checked;
  const named = { request: namedAsListed(request, checked.lists) };
  if (request.kind !== 'post') return named;
  const files = request.mediaUrls.map(await addressesFor(deps, card, request));
  const lost = lostFiles(files);
  if (lost.length > 0)
    return { reason: { code: 'files_withheld', why: 'files_expired', files: lost, lost: true } };
  return { ...named, mediaUrls: files.flatMap((address) => address ?? []) };
}

/**
 * Where the request's files can be fetched now (`addressesNow`). If it takes them from another post, and the
 * service signs their addresses, that post is read, because nobody compares a published one anymore.
 */
async function addressesFor(
  deps: Deps,
  card: Card,
  { mediaUrls, duplicateOf, filesOf = duplicateOf?.card }: PostRequest,
): Promise<ReturnType<typeof addressesNow>> {
  const { desk, index, postFiles } = deps;
  const { workspace } = card;
  const from =
    filesOf && ((await desk.get(workspace, filesOf)) ?? (await desk.outsidePost(workspace, filesOf)));
  if (!from) return addressesNow([], postFiles);
  const known = addressesNow([from], postFiles);
  if (!mediaUrls.some(isSignedByService(from, postFiles))) return known;
  const { post } = await index
    .post(from, sharedAsOf(deps, Date.parse(requestedAt(card))), wakeFor(card))
    .catch(notReadable);
  if (!post) return known;
  const shown = { content: contentShown(from, post), ...mediaAfterCheck(from, post, isoNow(deps)) };
  return addressesNow([{ ...from, ...shown }], postFiles);
}

/** The service doesn't let us read the original's brand anymore, so its files have the addresses we know. */
function notReadable(cause: unknown): { post: undefined } {
  if (cause instanceof ServiceError && !cause.retry) return { post: undefined };
  throw cause;
}

/** When a person requested it last (ISO). */
const requestedAt = ({ history, createdAt }: Card): string =>
  history.findLast(({ what }) => what === 'retried')?.at ?? createdAt;

/**
 * `draft`: the post is created without its time if a workflow in Slack requested it, which must not publish
 * anything by itself, if the time has passed, if scheduling needs approval, if the rule doesn't allow the
 * files, or if a guard doesn't allow a time. `revision`: the ledger's, from before the rule and the guards
 * were asked.
 */
async function guard(deps: Deps, card: Card): Promise<{ draft: boolean; revision: string }> {
  const { workspace, kind, content, brand } = card;
  const revision = await deps.ledger.revision(workspace, brand.id);
  if (kind !== 'post' || !content.scheduledAt) return { draft: false, revision };
  const isAllowed = (await checkGuards(deps, card, requestedAt(card))).kind === 'allow';
  const rule = await deps.rules.of(workspace, brand.id);
  const isOfWorkflow = card.request?.workflowRun !== undefined;
  const hasLinks = rule?.attachedOnly === true && notAttached(card, deps.postFiles) !== undefined;
  const isTooLate = isOverdue(card, deps.now());
  return {
    draft: isOfWorkflow || isTooLate || !isAllowed || hasLinks || (rule?.scheduled ?? false),
    revision,
  };
}

async function send(deps: Deps, { request, content }: Card, mediaUrls: string[] = []) {
  const call = { acquired: true } as const;
  switch (request?.kind) {
    case 'post': {
      const { scheduledAt: _, ...post } = request;
      const timed = { ...post, mediaUrls, ...(content.scheduledAt && { scheduledAt: content.scheduledAt }) };
      return deps.service.createPost(timed, call);
    }
    case 'ai-post':
      return deps.service.createAiPost(request, call);
    case 'campaign':
      return deps.service.createCampaign(request, call);
    case 'import':
    case undefined:
      throw new Error("a card without a request can't be created");
  }
}

/** Reconcile: nothing is sent from here on. */
async function conclude(deps: Deps, card: Card, entry: LedgerEntry): Promise<Outcome> {
  const { answer } = entry;
  if (answer && tellsPosts(card, entry)) return accept(deps, card, answer);

  const underWay = await begin(deps, card);
  if (!underWay) return again(inLineDelayMs);
  const made = await recognize(deps, card, { entry, wake: wakeFor(card) });
  if ('unknown' in made) return loseTrack(deps, card, underWay, made.unknown);
  const kept = await foundOperation(deps, { id: creationId(card), card }, entry, made);
  return accept(deps, card, kept.answer ?? made);
}

const wakeFor = ({ workspace, id }: Card): Wake => wakeOf(createJob, { workspace, card: id });

async function loseTrack(
  deps: Deps,
  card: Card,
  { alone }: UnderWay,
  unknown: Unrecognized,
): Promise<Outcome> {
  const problem = problemAt('create', unknown, deps.now());
  await deps.desk.transition(card.workspace, card.id, { type: 'lose_track', problem });
  // While others are under way, the card stays under way until that expires: its post may still appear, and
  // would be taken for one of theirs.
  if (alone) await letNextBegin(deps, card);
  return done;
}

async function accept(
  deps: Deps,
  card: Card,
  { postId, campaignId }: NonNullable<LedgerEntry['answer']>,
): Promise<Outcome> {
  const { workspace, id, brand } = card;
  const paused = card.kind === 'post' ? await deps.pauses.of(workspace, brand.id) : undefined;
  const created =
    card.kind === 'post' && postId
      ? ({ type: 'create', postId, paused } as const)
      : ({ type: 'accept', postId, campaignId } as const);
  const result = await deps.desk.transition(workspace, id, created, card);
  if (result && 'refused' in result && result.refused.why === 'claimed') {
    const problem = problemAt('create', { code: 'created_on_another_card' }, deps.now());
    await deps.desk.transition(workspace, id, { type: 'lose_track', problem });
  }
  await letNextBegin(deps, card);
  return done;
}

/** Says that nothing was created only if nothing was sent. */
async function giveUp(deps: Deps, { workspace, card: id }: CardPayload, cause: Error): Promise<void> {
  const card = await deps.desk.get(workspace, id);
  if (!card) return;
  const sent = await deps.ledger.read(workspace, creationId(card));
  const code = sent ? 'create_outcome_unknown' : 'create_failed';
  // What the person chose from our lists may be gone.
  if (cause instanceof ServiceError && cause.kind === 'refused') await deps.catalog.forget(card.brand.id);
  const problem = problemAt('create', { code, failure: failureOf(cause) }, deps.now(), cause);
  await deps.desk.transition(workspace, id, { type: sent ? 'lose_track' : 'fail', problem });
  await letNextBegin(deps, card);
}
