/**
 * Waits for everything of one brand with one reading of its listing: posts and campaigns that generate, and
 * scheduled posts whose time has come. Cards are moved only with compare-and-set, so two watchers do no harm.
 */
import { z } from 'zod';
import { dueAt, followedUntil, isFollowed, waitedMs } from '#src/cards/attention.ts';
import type { Card } from '#src/cards/card.ts';
import type { Freeze } from '#src/cards/freeze.ts';
import { differs } from '#src/cards/new-card.ts';
import type { Post } from '#src/cards/post.ts';
import { isBehind, isMissed } from '#src/posts/lag.ts';
import { ServiceError } from '#src/service/errors.ts';
import type { Memory } from '#src/store/watching.ts';
import type { JobDeps } from './deps.ts';
import { listOf, worksAgain } from './incident.ts';
import { again, defineJob, done, type Handler, handle, type Outcome } from './job.ts';
import { problemAt } from './reasons.ts';
import { setAside, unlessDeadly } from './watch-aside.ts';
import { watchCampaign } from './watch-campaign.ts';
import { beganAt, generationOf, nextLookAt, tookMs, waitsOf } from './watch-plan.ts';
import { cannotSee, loseTrack, waitsForPeople } from './watch-unseen.ts';

const payload = z.object({ workspace: z.string(), brand: z.string() });
type Payload = z.infer<typeof payload>;

export const watchJob = defineJob<Payload>({
  name: 'watch',
  lane: 'watch',
  payload,
  key: ({ workspace, brand }) => `${workspace}.${brand}`,
});

/** How long the pause after a failure is that will not pass by itself. */
const stuckPauseMs = 15_000;

/** A job that waits for longer comes by without looking: something may have begun since that wants a look sooner. */
const longestNapMs = 5_000;

export function watchHandler(deps: JobDeps): Handler {
  return handle(watchJob, {
    run: (payload) => runWatch(deps, payload),
    gaveUp: (payload, cause) => setAside(deps, payload, cause),
  });
}

async function runWatch(deps: JobDeps, { workspace, brand }: Payload): Promise<Outcome> {
  const now = deps.now();
  const due = await deps.cards.watched(workspace, brand, now);
  if (due.length === 0) return done;
  const memory = await deps.watchMemory.read(workspace, brand);
  const asideMs = (memory.asideUntil ?? now) - now;
  if (asideMs > 0) {
    for (const card of due) await cannotSee(deps, card, new Error('its brand is set aside'));
    return again(Math.min(asideMs, longestNapMs));
  }
  const napMs = await untilNextLookMs(deps, due, memory);
  if (napMs > 0) return again(Math.min(napMs, longestNapMs));
  return unlessDeadly(deps, { workspace, brand }, async () => {
    // the listing that is read for one resting post serves all of them, so that their looks fall together
    const later = due.some(rests) ? await deps.cards.watchedLater(workspace, brand, now) : [];
    return lookAt(deps, { workspace, brand }, [...due, ...later], memory.lookedAt);
  });
}

async function lookAt(
  deps: JobDeps,
  { workspace, brand }: Payload,
  watched: Card[],
  before: number | undefined,
): Promise<Outcome> {
  const look: Look = { watched, at: undefined, before };
  const unread = new Set(watched.filter((card) => card.kind !== 'campaign' && card.postId));
  const campaigns = watched.filter((card) => card.kind === 'campaign');
  let listing: Post[];
  try {
    const priority = watched.every(rests) ? 'background' : 'check';
    const call = { priority, who: `watch.${workspace}.${brand}` } as const;
    // page by page, so that what a page shows is not lost when a later one cannot be read
    listing = await deps.service.posts(brand, call, async (page) => {
      await looked(deps, { workspace, brand }, look);
      const byId = new Map(page.map((post) => [post.id, post]));
      const shown = [...unread].filter(({ postId }) => postId && byId.has(postId));
      for (const card of shown) unread.delete(card);
      await Promise.all(shown.map((card) => watchPost(deps, card, byId.get(card.postId ?? ''), look)));
      // only a campaign's posts, which nobody can name before, may be further behind
      return unread.size === 0 && campaigns.length === 0;
    });
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    return unseen(deps, { workspace, brand }, [...unread, ...campaigns], cause);
  }
  await worksAgain(deps, workspace, listOf(brand));
  for (const card of unread) await watchPost(deps, card, undefined, look);
  for (const card of campaigns) if (await watchCampaign(deps, card, listing)) await learn(deps, card, look);
  const left = await deps.cards.watched(workspace, brand, deps.now());
  if (left.length === 0) return done;
  const pauseMs = await untilNextLookMs(deps, left, await deps.watchMemory.read(workspace, brand));
  return again(Math.min(Math.max(pauseMs, 1), longestNapMs));
}

/** One reading of the listing. */
interface Look {
  watched: Card[];
  /** When its first page came (epoch ms). */
  at: number | undefined;
  /** The look before it. */
  before: number | undefined;
}

async function looked(deps: JobDeps, { workspace, brand }: Payload, look: Look): Promise<void> {
  if (look.at !== undefined) return;
  look.at = deps.now();
  await deps.watchMemory.looked(workspace, brand, look.at);
}

async function untilNextLookMs(deps: JobDeps, cards: Card[], memory: Memory): Promise<number> {
  const now = deps.now();
  const watching = {
    waits: waitsOf(cards, memory.took, now),
    lookedAt: memory.lookedAt,
    everyMs: deps.watchEveryMs,
    forMs: deps.watchForMs,
  };
  return Math.ceil(nextLookAt(watching, now) - now);
}

/** The look shows that what the card waited for is finished. */
async function learn(deps: JobDeps, card: Card, { watched, at, before }: Look): Promise<void> {
  const generation = generationOf(card);
  if (!generation || at === undefined) return;
  const ms = tookMs(beganAt(card, watched, at), before, at);
  await deps.watchMemory.took(card.workspace, card.brand.id, generation, ms);
}

/** The wait goes on: what was asked for is still being made, whether or not we can see it. */
async function unseen(
  deps: JobDeps,
  { workspace, brand }: Payload,
  watched: Card[],
  cause: ServiceError,
): Promise<Outcome> {
  if (!cause.postponed) {
    deps.log.warn({ err: cause, brand }, 'a listing could not be read');
    await deps.watchMemory.looked(workspace, brand, deps.now());
  }
  for (const card of watched) await cannotSee(deps, card, cause);
  if (cause.postponed) return again(Math.min(cause.retryAfterMs ?? 0, stuckPauseMs));
  const pauseMs = await untilNextLookMs(deps, watched, await deps.watchMemory.read(workspace, brand));
  return again(Math.max(pauseMs, cause.retryAfterMs ?? 0, cause.retry ? 0 : stuckPauseMs));
}

async function watchPost(deps: JobDeps, card: Card, post: Post | undefined, look: Look): Promise<void> {
  const { workspace, brand } = card;
  const now = deps.now();
  // a change is on its way: what the listing shows is older than what people asked for
  if (card.pending) return deps.cards.lookLater(card, now);
  if (isFollowed(card)) return follow(deps, card, post);
  if (!post) return vanished(deps, card);
  const overdue = isOverdue(card, post, now);
  if (isWaitedFor(card, post, overdue)) {
    if (waitsForPeople(card)) return deps.cards.lookLater(card, now);
    if (waitedMs(card, now) > patienceMs(deps, card, post))
      return loseTrack(deps, card, { as: 'listed', status: post.statusWord });
    if (card.missingSince) await observe(deps, card, post);
  } else if (!isBehind(card, post, deps) && differs(card, post, new Date(now).toISOString())) {
    const frozen = overdue ? await deps.freezes.of(workspace, brand.id) : undefined;
    const moved = await observe(deps, card, post, frozen);
    if (moved && moved.state !== 'failed') await learn(deps, card, look);
  } else {
    await deps.cards.lookLater(card, now);
  }
}

/** The service is not done with it, and may be so any moment. */
function isWaitedFor(card: Card, { status }: Post, overdue: boolean): boolean {
  // saying yes is not publishing: the listing must come to show it
  if (card.unproven) return status !== 'published' && status !== 'failed';
  if (status === 'generating' || status === 'publishing') return true;
  return overdue && (status === 'scheduled' || status === 'unknown');
}

/** Its time came, unless it was moved to a later one in the service's own web app. */
function isOverdue(card: Card, { scheduledAt }: Post, now: number): boolean {
  if (card.state !== 'scheduled' || dueAt(card) > now) return false;
  return scheduledAt === undefined || Date.parse(scheduledAt) <= now;
}

async function observe(
  deps: JobDeps,
  card: Card,
  post: Post,
  frozen?: Freeze | undefined,
): Promise<Card | undefined> {
  const move = { type: 'observe', post, frozen, of: card.moves } as const;
  const moved = await deps.desk.move(card.workspace, card.id, move, card);
  return moved && 'card' in moved ? moved.card : undefined;
}

/** A published post is doubted sooner, unless the service is still publishing: that gets as long as any other wait. */
function patienceMs(deps: JobDeps, card: Card, post?: Post): number {
  if (!card.unproven || post?.status === 'publishing') return deps.watchForMs;
  return Math.min(60_000, deps.watchForMs);
}

/** A listing may miss a post for a while, above all one that was made or published just now. */
async function vanished(deps: JobDeps, card: Card): Promise<void> {
  const { workspace, id, moves: of } = card;
  const now = deps.now();
  if (!card.missingSince) await deps.desk.move(workspace, id, { type: 'miss', of });
  else if (!isMissed(card, deps)) return;
  else if (card.unproven || (card.state === 'scheduled' && dueAt(card) <= now))
    await loseTrack(deps, card, { as: 'unlisted' });
  else {
    const problem = problemAt(card.state === 'generating' ? 'generate' : 'gone', { code: 'not_listed' }, now);
    await deps.desk.move(workspace, id, { type: 'fail', problem, of });
  }
}

/** A card that ended in doubt goes where the listing leads it, for a while. */
async function follow(deps: JobDeps, card: Card, post: Post | undefined): Promise<void> {
  const now = deps.now();
  if (post && differs(card, post, new Date(now).toISOString())) await observe(deps, card, post);
  else if (now < followedUntil(card)) await deps.cards.lookLater(card, now);
  // the move tells the index that it is over
  else await deps.desk.move(card.workspace, card.id, { type: 'miss', of: card.moves }, card);
}

const rests = (card: Card): boolean => waitsForPeople(card) || card.state === 'scheduled' || isFollowed(card);
