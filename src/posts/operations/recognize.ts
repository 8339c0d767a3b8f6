/**
 * Which post or campaign a request created if its answer doesn't say: by the posts that were there before, by
 * content, and by what other cards have claimed (docs/decisions/0002-one-creation-at-a-time-per-brand.md).
 */

import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Wake } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import {
  candidates,
  claimable,
  isDistinct,
  isWritten,
  mayBeOf,
  newCampaigns,
  newPosts,
} from '#src/posts/card/matching.ts';
import type { ProblemCode } from '#src/posts/card/problem.ts';
import { nextRead, type Verification } from '#src/posts/post-index/lag.ts';
import { ReadPending } from '#src/posts/post-index/post-index.ts';
import type { Deps } from './deps.ts';
import type { Baseline, LedgerEntry } from './ledger.ts';
import { baselineOf, creationId, verificationOf } from './operation.ts';

/**
 * A listing that was read this shortly before a request shows nearly everything that was created before it.
 */
const freshForMs = 60_000;

/**
 * The posts that existed before a creation. They're read only if the answer isn't known to identify ours: all
 * of them if it won't, and the first pages if that isn't known yet. A post with a person's own words needs no
 * read then, because those identify it. `since`: when the creation began (epoch ms). `answerTells`: whether
 * the answer identifies ours; `undefined` if that isn't known yet. Throws `ReadPending`, and the error of a
 * read that failed.
 */
export async function postsBefore(
  deps: Deps,
  card: Card,
  { since, answerTells, wake }: { since: number; answerTells: boolean | undefined; wake: Wake },
): Promise<Baseline> {
  const brandRef = { workspace: card.workspace, brand: card.brand.id };
  if (answerTells === false || (answerTells === undefined && !isWritten(card))) {
    const { complete } = await deps.index.status(brandRef);
    if (complete) await deps.index.recent(brandRef, since, wake);
    else if (answerTells === false) await deps.index.all(brandRef, since, wake);
    else await deps.index.start(brandRef, since, wake);
  }
  return deps.index.baseline(brandRef, Math.min(since, deps.now() - freshForMs));
}

/**
 * Whether the answer identifies the posts. Those of a campaign without an id are the ones that weren't there
 * before.
 */
export function tellsPosts({ kind }: Card, entry: LedgerEntry): boolean {
  const { postId, campaignId } = entry.answer ?? {};
  const isNamed = postId !== undefined || campaignId !== undefined;
  return isNamed || (kind === 'campaign' && !baselineOf(entry).lacks);
}

/** What a request created. */
interface Made {
  postId: string | undefined;
  campaignId: string | undefined;
}

/** Why it isn't known which one it is. */
export type Unrecognized = Extract<ProblemCode, { code: 'created_not_found' | 'created_not_recognized' }>;

/**
 * What the request created, or why that isn't known. Throws `ReadPending` as long as neither is certain: if
 * the outcome was given up before, its post could still appear, and would be taken for that of the next
 * creation.
 */
export async function recognize(
  deps: Deps,
  card: Card,
  { entry, wake }: { entry: LedgerEntry; wake: Wake },
): Promise<Made | { unknown: Unrecognized }> {
  const { answer } = entry;
  const { ids, lacks } = baselineOf(entry);
  const what = card.kind === 'campaign' ? 'campaign' : 'post';
  const about = { what, answered: answer !== undefined } as const;
  const notRecognized = { unknown: { code: 'created_not_recognized', ...about } } as const;
  const verification = verificationSince(deps, card, entry);
  // If any post may be new, only a post that was certainly created is recognized, by the words that a person
  // wrote.
  if (lacks === 'any' && !(answer && isWritten(card))) {
    mustBeSettled(deps, verification);
    return notRecognized;
  }
  const { posts, isSettled } = await postsSince(deps, card, { verification, lacks, wake });
  let found = await madeBy(deps, card, posts, ids);
  // A service that sorts by time may show it on a page in the middle.
  if (found.length === 0 && isSettled) {
    const brandRef = { workspace: card.workspace, brand: card.brand.id };
    found = await madeBy(
      deps,
      card,
      (await deps.index.all(brandRef, verification.settledAt, wake)).posts,
      ids,
    );
  }
  const [first] = found;
  const isOnly = first && found.length === 1 && !first.mayBeOthers;
  if (isOnly && isOurs(card, { answer, lacks, isSettled }, first))
    return { postId: first.postId, campaignId: first.campaignId };
  mustBeSettled(deps, verification, isSettled);
  if (lacks === 'any' && found.length > 0) return notRecognized;
  return { unknown: { code: 'created_not_found', ...about, found: found.length } };
}

/**
 * The posts among which the new one is, and whether it's among them for certain. The pages where new posts
 * appear are read again and again; if all pages have to be read, that is done once, when it settles the
 * matter.
 */
async function postsSince(
  deps: Deps,
  { workspace, brand }: Card,
  { verification, lacks, wake }: { verification: Verification; lacks: Baseline['lacks']; wake: Wake },
) {
  const brandRef = { workspace, brand: brand.id };
  const { complete } = await deps.index.status(brandRef);
  if (complete && lacks !== 'any') {
    // as of the time that settles it: otherwise a pass through many pages would begin again and again
    const asOf = Math.min(nextRead(deps, verification).asOf, verification.settledAt);
    const { posts } = await deps.index.recent(brandRef, asOf, wake);
    return { posts, isSettled: asOf >= verification.settledAt };
  }
  mustBeSettled(deps, verification);
  const { posts } = await deps.index.all(brandRef, verification.settledAt, wake);
  return { posts, isSettled: true };
}

/** Throws `ReadPending` unless a read that begins now settles the matter. */
function mustBeSettled(
  deps: Deps,
  verification: Verification,
  isSettled = deps.now() >= verification.settledAt,
): void {
  if (!isSettled) throw new ReadPending(nextRead(deps, verification).nextInMs);
}

/**
 * Whether the only candidate is ours. If every post from before is known, it's new. If not, it may be older
 * than the request, or newer and someone else's: then only a person's own words identify it, once the listing
 * certainly shows ours, too.
 */
function isOurs(
  card: Card,
  {
    answer,
    lacks,
    isSettled,
  }: { answer: LedgerEntry['answer']; lacks: Baseline['lacks']; isSettled: boolean },
  { isDistinct }: Candidate,
): boolean {
  if (!lacks) return answer !== undefined || isDistinct;
  return isWritten(card) && isSettled && (answer !== undefined || lacks === 'recent');
}

/** If a person asked to check again, only reads since then answer them. */
function verificationSince(deps: Deps, { history }: Card, entry: LedgerEntry): Verification {
  const { from, settledAt } = verificationOf(deps, entry);
  const request = history.findLast(({ what }) => what === 'checked_again' || what === 'retried');
  const since = request?.what === 'checked_again' ? Date.parse(request.at) : 0;
  return { from: Math.max(from, since), settledAt: Math.max(settledAt, since) };
}

interface Candidate extends Made {
  /** Something distinguishes it from a post that someone else created. */
  isDistinct: boolean;
  /** Another creation that is under way may have created it. */
  mayBeOthers: boolean;
}

/**
 * What the request may have created, by the posts that were there before, by content, and by what other cards
 * have claimed.
 */
async function madeBy(deps: Deps, card: Card, posts: Post[], before: string[]): Promise<Candidate[]> {
  const { workspace, id, brand } = card;
  const underWay = await deps.creations.underWay(workspace, brand.id, deps.now());
  const others = await deps.cards.getAll(
    workspace,
    underWay.filter((other) => other !== id),
  );
  // After the list of other creations: one that has ended since has claimed its post.
  const claims = await deps.cards.claims(workspace, claimable(posts));
  if (card.kind === 'campaign')
    return newCampaigns(card, posts, before, claims).map((campaignId) => ({
      postId: undefined,
      campaignId,
      isDistinct: true,
      mayBeOthers: others.some(({ kind }) => kind === 'campaign'),
    }));
  const fresh = await asBeforePause(deps, card, newPosts(posts, before, claims));
  const sent = await sentCreations(deps, others);
  return candidates(card, fresh).map((post) => ({
    postId: post.id,
    campaignId: undefined,
    isDistinct: isDistinct(card, post),
    mayBeOthers: sent.some((one) => !one.before.has(post.id) && mayBeOf(one.card, post, card)),
  }));
}

/** The creations under way that were sent by now, each with the posts from before it. */
async function sentCreations(deps: Deps, cards: Card[]): Promise<{ card: Card; before: Set<string> }[]> {
  const entries = await Promise.all(cards.map((card) => deps.ledger.read(card.workspace, creationId(card))));
  return cards.flatMap((card, i) => {
    const entry = entries[i];
    return entry ? [{ card, before: new Set(baselineOf(entry).ids) }] : [];
  });
}

/**
 * The posts with the times that pauses have removed since. The first pause removed the time of the request.
 */
async function asBeforePause(
  deps: Deps,
  { workspace, brand, content }: Card,
  posts: Post[],
): Promise<Post[]> {
  if (!content.scheduledAt) return posts;
  return Promise.all(
    posts.map(async (post) => {
      const scheduledAt = post.scheduledAt ?? (await deps.pauses.plannedBefore(workspace, brand.id, post.id));
      return { ...post, ...(scheduledAt && { scheduledAt }) };
    }),
  );
}
