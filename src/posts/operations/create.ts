/**
 * Makes a post, or has a post or a whole campaign generated: one request of the service for one of a person. Reads from top to bottom:
 * what happened before, prepare, guards last, send once, reconcile.
 */

import { checkChoices } from '#src/catalog/check-choices.ts';
import { chosenIn, namedAsListed } from '#src/catalog/chosen.ts';
import type { JobDeps } from '#src/job-deps.ts';
import { scopeOf } from '#src/pause/pause.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Request } from '#src/platform/publishing-api/request.ts';
import {
  again,
  done,
  type Handler,
  handle,
  type Outcome,
  type Retriable,
  wakeOf,
} from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import {
  candidates,
  claimable,
  isTold,
  isWritten,
  mayBeOf,
  newCampaigns,
  newPosts,
} from '#src/posts/card/matching.ts';
import { cardJob, type OfCard } from '#src/posts/card-job.ts';
import { nextRead, type Proof } from '#src/posts/post-index/lag.ts';
import { ReadPending } from '#src/posts/post-index/read-pending.ts';
import { failureOf, problemAt } from '#src/posts/problem-of.ts';
import type { Baseline, LedgerEntry } from './ledger.ts';
import {
  baselineOf,
  beginOperation,
  changedPauseMs,
  creationKinds,
  earlierOperation,
  endOperation,
  foundOperation,
  proofOf,
} from './operation.ts';

export const createJob = cardJob('create', 'create');

export function createHandler(deps: JobDeps): Handler {
  return handle(createJob, {
    run: (payload) => runCreate(deps, payload),
    gaveUp: (payload, cause) => giveUp(deps, payload, cause),
  });
}

async function runCreate(deps: JobDeps, { workspace, card: id }: OfCard): Promise<Outcome> {
  const card = await deps.desk.get(workspace, id);
  if (!card || card.state === 'outcome unknown') return done;
  if (card.state !== 'queued' && card.state !== 'creating') {
    // Its process can have died before the next creation of the brand was woken.
    await letNextBegin(deps, card);
    return done;
  }
  try {
    return await create(deps, card);
  } catch (cause) {
    // What was sent and not found yet stays under way: the next post would be taken for it.
    const isWaiting = (cause as Retriable).postponed;
    if (!isWaiting && !(await deps.ledger.read(workspace, creationId(card)))) await letNextBegin(deps, card);
    throw cause;
  }
}

async function create(deps: JobDeps, asked: Card): Promise<Outcome> {
  const { workspace, id, request } = asked;
  if (!request) throw new Error(`card ${id} has no request and can't be created`);

  // What happened before: nothing is sent twice.
  const entry = await earlierOperation(deps, { id: creationId(asked), card: asked });
  if (entry) return conclude(deps, asked, entry);

  // Prepare: what the service would refuse isn't sent.
  const checked = await checkRequest(deps, asked, request);
  if ('told' in checked) {
    const problem = problemAt('create', checked.told, deps.now());
    await deps.desk.move(workspace, id, { type: 'fail', problem });
    await letNextBegin(deps, asked);
    return done;
  }
  const underWay = await begin(deps, asked);
  if (!underWay) return again(inLinePauseMs);
  const before = await postsBefore(deps, asked, underWay);

  // Guards last: anything can have changed during the wait for the quota. The ledger refuses what changes from here on.
  await deps.quota.acquire('operation', { who: creationId(asked) });
  const { draft, revision } = await guard(deps, asked);
  if (isTooLate(request, deps.now())) return again(changedPauseMs);
  const started =
    asked.state === 'creating' && !draft
      ? { card: asked }
      : await deps.desk.move(workspace, id, { type: 'start creating', draft, ...checked }, asked);
  if (!started || 'refused' in started) return again(changedPauseMs);
  const operation = { id: creationId(asked), card: started.card };
  const noted = await beginOperation(deps, operation, { guarded: revision, before });
  if (!noted) return again(changedPauseMs);

  // Send once.
  const ended = await endOperation(deps, operation, noted, send(deps, started.card));
  const { answer } = ended;
  if (answer)
    await deps.creations.answered(workspace, request.kind, Boolean(answer.postId ?? answer.campaignId));
  return conclude(deps, started.card, ended);
}

/** The ledger's name for this card's creation, a new one for each time a person asked for it. */
export const creationId = (card: Card): string =>
  `${creationKinds[card.kind]}.${card.id}.${card.tries.create}`;

/** The one who ends a creation wakes the next; this is for when that process died in between. */
const inLinePauseMs = 10_000;

/** Longer than a call and the pause before the next run: a dead process's request has ended by then. */
const underWayForMs = (deps: JobDeps): number => 2 * deps.requestTimeoutMs + 70_000;

interface UnderWay {
  /** Epoch ms. */
  since: number;
  /** No other creation of the brand is under way. */
  alone: boolean;
  /** Whether the answer will tell which posts are ours; `undefined`: nobody knows yet. */
  answerTells: boolean | undefined;
}

/** Keeps it under way for as long again; `undefined`: others go first. */
async function begin(deps: JobDeps, creating: Card): Promise<UnderWay | undefined> {
  const { workspace, brand, id: card } = creating;
  const answerTells = await doesAnswerTell(deps, creating);
  const turn = {
    ...{ brand: brand.id, card, alone: answerTells !== true },
    ...{ now: deps.now(), forMs: underWayForMs(deps) },
  };
  const underWay = await deps.creations.begin(workspace, turn);
  if (underWay?.next && !underWay.alone) await wakeNext(deps, workspace, underWay.next);
  return underWay && { ...underWay, answerTells };
}

/** The id of a campaign tells its posts only if they name it. */
async function doesAnswerTell(
  { creations }: JobDeps,
  { workspace, kind, request }: Card,
): Promise<boolean | undefined> {
  const carriesId = await creations.answersCarryIds(workspace, request?.kind ?? kind);
  return kind === 'campaign' && carriesId ? creations.postsNameCampaign(workspace) : carriesId;
}

async function letNextBegin(deps: JobDeps, { workspace, brand, id }: Card): Promise<void> {
  const next = await deps.creations.end(workspace, brand.id, id);
  if (next) await wakeNext(deps, workspace, next);
}

const wakeNext = (deps: JobDeps, workspace: string, card: string): Promise<void> =>
  deps.jobs.wake(wakeOf(createJob, { workspace, card }));

/**
 * The request with the names that the service has for what was chosen, or the problem of one that must not be sent. A time in the past
 * is refused rather than taken as now, also when it passed while the request waited. Rejects while the brand's lists can't be read.
 */
async function checkRequest(deps: JobDeps, card: Card, request: Request) {
  if (isTooLate(request, deps.now())) return { told: { code: 'create_too_late' } } as const;
  const checked = await checkChoices(deps, card, {
    chosen: chosenIn(request),
    by: card.author,
    note: 'ask',
  });
  return 'told' in checked ? checked : { request: namedAsListed(request, checked.lists) };
}

const isTooLate = (request: Request, now: number): boolean =>
  request.kind === 'post' && request.scheduledAt !== undefined && Date.parse(request.scheduledAt) <= now;

/**
 * `draft`: where scheduling needs approval, or the brand is paused or was since a person asked for it, the post is made without its
 * time. `revision`: of the brand's rule and pause, from before they were read.
 */
async function guard(deps: JobDeps, card: Card): Promise<{ draft: boolean; revision: string }> {
  const { workspace, kind, content, brand, history, createdAt } = card;
  const revision = await deps.ledger.revision(workspace, brand.id);
  if (kind !== 'post' || !content.scheduledAt) return { draft: false, revision };
  const asked = history.findLast(({ what }) => what === 'asked again')?.at ?? createdAt;
  const isPaused = await deps.freezes.stops(workspace, brand.id, asked);
  const rule = await deps.rules.of(workspace, brand.id);
  return { draft: isPaused || (rule?.scheduled ?? false), revision };
}

async function send(deps: JobDeps, { request, content }: Card): Promise<LedgerEntry['answer']> {
  const call = { acquired: true } as const;
  switch (request?.kind) {
    case 'post': {
      const { scheduledAt: _, ...post } = request;
      const timed = { ...post, ...(content.scheduledAt && { scheduledAt: content.scheduledAt }) };
      return { postId: (await deps.service.createPost(timed, call)).postId };
    }
    case 'ai-post':
      return { postId: (await deps.service.createAiPost(request, call)).postId };
    case 'campaign':
      return { campaignId: (await deps.service.createCampaign(request, call)).campaignId };
    case undefined:
      throw new Error("a card without a request can't be created");
  }
}

/** A listing that was read so long before a request shows nearly everything that was made before it. */
const freshForMs = 60_000;

/**
 * The posts that are there before it. They are read only where the answer isn't known to tell which one is ours: all of them where it won't,
 * and the first pages where nobody knows yet. A post with a person's own words needs no read then: it can be told by them.
 */
async function postsBefore(deps: JobDeps, card: Card, { since, answerTells }: UnderWay): Promise<Baseline> {
  const { workspace, id, brand } = card;
  const of = { workspace, brand: brand.id };
  const wake = wakeOf(createJob, { workspace, card: id });
  if (answerTells === false || (answerTells === undefined && !isWritten(card))) {
    const { complete } = await deps.index.status(of);
    if (complete) await deps.index.recent(of, since, wake);
    else if (answerTells === false) await deps.index.all(of, since, wake);
    else await deps.index.start(of, since, wake);
  }
  return deps.index.baseline(of, Math.min(since, deps.now() - freshForMs));
}

/** What became of what was sent; nothing is sent from here on. */
async function conclude(deps: JobDeps, card: Card, entry: LedgerEntry): Promise<Outcome> {
  const { answer } = entry;
  const { ids, lacks } = baselineOf(entry);
  const isNamed = answer?.postId !== undefined || answer?.campaignId !== undefined;
  // The posts of a campaign without an id are those that weren't there before.
  if (answer && (isNamed || (card.kind === 'campaign' && !lacks))) return accept(deps, card, answer);

  // Without an id it's the post that wasn't there before, as long as nobody else's creation can have made it.
  const underWay = await begin(deps, card);
  if (!underWay) return again(inLinePauseMs);
  const told = {
    what: card.kind === 'campaign' ? 'campaign' : 'post',
    answered: answer !== undefined,
  } as const;
  const notRecognized = { code: 'created_not_recognized', ...told } as const;
  const proof = proofSinceAsked(deps, card, entry);
  // Where any post can be new, only one that was certainly made is told, by the words that a person wrote.
  if (lacks === 'any' && !(answer && isWritten(card))) {
    mustBeSettled(deps, proof);
    return loseTrack(deps, card, underWay, notRecognized);
  }
  const { posts, isSettled } = await postsSince(deps, card, proof, lacks);
  const found = await madeBy(deps, card, posts, ids);
  const [first] = found;
  if (
    first &&
    found.length === 1 &&
    !first.mayBeOthers &&
    isOurs(card, { answer, lacks, isSettled }, first)
  ) {
    const { postId, campaignId } = first;
    const kept = await foundOperation(deps, { id: creationId(card), card }, entry, { postId, campaignId });
    return accept(deps, card, kept.answer ?? { postId, campaignId });
  }
  mustBeSettled(deps, proof, isSettled);
  const isAnyNew = lacks !== 'any' || found.length === 0;
  const notFound = { code: 'created_not_found', ...told, found: found.length } as const;
  return loseTrack(deps, card, underWay, isAnyNew ? notFound : notRecognized);
}

type Lacks = Baseline['lacks'];

/**
 * The posts among which the new one is, and whether it's among them for certain. The pages where new posts appear are read again and again;
 * where all pages have to be read, that is done once, when it settles the matter.
 */
async function postsSince(deps: JobDeps, { workspace, id, brand }: Card, proof: Proof, lacks: Lacks) {
  const of = { workspace, brand: brand.id };
  const wake = wakeOf(createJob, { workspace, card: id });
  const { complete } = await deps.index.status(of);
  if (complete && lacks !== 'any') {
    const { asOf } = nextRead(deps, proof);
    const { posts } = await deps.index.recent(of, asOf, wake);
    return { posts, isSettled: asOf >= proof.settledAt };
  }
  mustBeSettled(deps, proof);
  const { posts } = await deps.index.all(of, proof.settledAt, wake);
  return { posts, isSettled: true };
}

/** Throws `ReadPending` until a read that begins now settles the matter: before that, its post could be taken for that of the next creation. */
function mustBeSettled(deps: JobDeps, proof: Proof, isSettled = deps.now() >= proof.settledAt): void {
  if (!isSettled) throw new ReadPending(nextRead(deps, proof).nextInMs);
}

/**
 * Whether the only post that can be ours is ours. If every post is known that was there before, it's new. If not, it can be older than the
 * request, or newer and somebody else's: then only a person's own words tell it, once the listing certainly shows ours as well.
 */
function isOurs(
  card: Card,
  { answer, lacks, isSettled }: { answer: LedgerEntry['answer']; lacks: Lacks; isSettled: boolean },
  { told }: Made,
): boolean {
  if (!lacks) return answer !== undefined || told;
  return isWritten(card) && isSettled && (answer !== undefined || lacks === 'recent');
}

async function loseTrack(
  deps: JobDeps,
  card: Card,
  { alone }: UnderWay,
  told: Parameters<typeof problemAt>[1],
): Promise<Outcome> {
  const problem = problemAt('create', told, deps.now());
  await deps.desk.move(card.workspace, card.id, { type: 'lose track', problem });
  // Beside others it stays under way until that ends by itself: else its post, which can still appear, would be taken for one of theirs.
  if (alone) await letNextBegin(deps, card);
  return done;
}

/** When a person asked to look for it again, only what is read since then answers them. */
function proofSinceAsked(deps: JobDeps, { history }: Card, entry: LedgerEntry): Proof {
  const { from, settledAt } = proofOf(deps, entry);
  const looked = history.findLast(({ what }) => what === 'looked again' || what === 'asked again');
  const asked = looked?.what === 'looked again' ? Date.parse(looked.at) : 0;
  return { from: Math.max(from, asked), settledAt: Math.max(settledAt, asked) };
}

interface Made {
  postId: string | undefined;
  campaignId: string | undefined;
  /** Something tells it from a post that somebody else made. */
  told: boolean;
  /** Another creation that is under way can have made it. */
  mayBeOthers: boolean;
}

/** What the request can have made, by the posts that were there before, by content, and by what other cards have claimed. */
async function madeBy(deps: JobDeps, card: Card, posts: Post[], before: string[]): Promise<Made[]> {
  const { workspace, id, brand } = card;
  const underWay = await deps.creations.underWay(workspace, brand.id, deps.now());
  const others = await deps.cards.getAll(
    workspace,
    underWay.filter((other) => other !== id),
  );
  // After the list of others: one that has ended since has claimed its post.
  const claims = await deps.cards.claims(workspace, claimable(posts));
  if (card.kind === 'campaign')
    return newCampaigns(card, posts, before, claims).map((campaignId) => ({
      ...{ postId: undefined, campaignId, told: true },
      mayBeOthers: others.some(({ kind }) => kind === 'campaign'),
    }));
  const fresh = await asBeforePause(deps, card, newPosts(posts, before, claims));
  const sent = await sentBeside(deps, others);
  return candidates(card, fresh).map((post) => ({
    ...{ postId: post.id, campaignId: undefined, told: isTold(card, post) },
    mayBeOthers: sent.some((one) => !one.before.has(post.id) && mayBeOf(one.card, post, card)),
  }));
}

/** Of creations that are under way, those that were sent by now, each with the posts that were there before it. */
async function sentBeside(deps: JobDeps, cards: Card[]): Promise<{ card: Card; before: Set<string> }[]> {
  const entries = await Promise.all(cards.map((card) => deps.ledger.read(card.workspace, creationId(card))));
  return cards.flatMap((card, i) => {
    const entry = entries[i];
    return entry ? [{ card, before: new Set(baselineOf(entry).ids) }] : [];
  });
}

/** With the times that pauses took from them meanwhile: the first one took the time of the request. */
async function asBeforePause(
  deps: JobDeps,
  { workspace, brand, content }: Card,
  posts: Post[],
): Promise<Post[]> {
  if (!content.scheduledAt) return posts;
  const scopes = [scopeOf(brand), scopeOf(undefined)];
  return Promise.all(
    posts.map(async (post) => {
      if (post.scheduledAt) return post;
      const noted = await Promise.all(scopes.map((scope) => deps.freezes.post(workspace, scope, post.id)));
      const [first] = noted.flatMap((one) => one ?? []).sort((a, b) => a.of.localeCompare(b.of));
      return first?.was ? { ...post, scheduledAt: first.was } : post;
    }),
  );
}

async function accept(
  deps: JobDeps,
  card: Card,
  { postId, campaignId }: NonNullable<LedgerEntry['answer']>,
): Promise<Outcome> {
  const { workspace, id, brand } = card;
  const frozen = card.kind === 'post' ? await deps.freezes.of(workspace, brand.id) : undefined;
  const created =
    card.kind === 'post' && postId
      ? ({ type: 'create', postId, frozen } as const)
      : ({ type: 'accept', postId, campaignId } as const);
  const moved = await deps.desk.move(workspace, id, created, card);
  if (moved && 'refused' in moved && moved.refused.why === 'claimed') {
    const problem = problemAt('create', { code: 'created_on_another_card' }, deps.now());
    await deps.desk.move(workspace, id, { type: 'lose track', problem });
  }
  await letNextBegin(deps, card);
  return done;
}

/** Says that nothing was made only where nothing was sent. */
async function giveUp(deps: JobDeps, { workspace, card: id }: OfCard, cause: Error): Promise<void> {
  const card = await deps.desk.get(workspace, id);
  if (!card) return;
  const sent = await deps.ledger.read(workspace, creationId(card));
  const code = sent ? 'create_outcome_unknown' : 'create_failed';
  // What was picked from our lists may be gone.
  if (cause instanceof ServiceError && cause.kind === 'refused') await deps.choices.forget(card.brand.id);
  const problem = problemAt('create', { code, failure: failureOf(cause) }, deps.now(), cause);
  await deps.desk.move(workspace, id, { type: sent ? 'lose track' : 'fail', problem });
  await letNextBegin(deps, card);
}
