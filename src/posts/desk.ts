/**
 * The desk: every request and every transition goes through it, and it queues what follows from the card's
 * new state.
 */

import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { PostFiles } from '#src/media/fingerprint.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { type Request, requestSchema } from '#src/platform/publishing-api/request.ts';
import type { Jobs } from '#src/platform/queue/job.ts';
import { refusedFiles } from '#src/posts/card/attached-only.ts';
import { needsRendering, workOf } from '#src/posts/card/attention.ts';
import { aboutCard } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import { rootOf } from '#src/posts/card/event-record.ts';
import { awaitsFileCheck } from '#src/posts/card/file-checks.ts';
import { isBeingMade } from '#src/posts/card/making.ts';
import { cardOfOutsidePost, differs, newCard, withPlannedTime } from '#src/posts/card/new-card.ts';
import type { Refused } from '#src/posts/card/refused.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { followsWebApp, isBeingGenerated } from '#src/posts/card/state.ts';
import { refusalWords, transitionWords } from '#src/posts/card/stored.ts';
import type { RequestedTransition, Transition } from '#src/posts/card/transition.ts';
import { ruleOf } from '#src/posts/card/transition-table.ts';
import {
  lateVersion,
  otherVersions,
  staysDiscarded,
  tooLateToKeep,
  versionInPlace,
} from '#src/posts/card/versions.ts';
import { createJob } from '#src/posts/operations/create.ts';
import { publishJob } from '#src/posts/operations/publish.ts';
import { checkFilesJob } from '#src/posts/operations/read-files.ts';
import { updateJob } from '#src/posts/operations/update.ts';
import type { AuditTrail, Desk } from '#src/posts/ports.ts';
import { isBehind } from '#src/posts/post-index/lag.ts';
import type { CardStore } from './card-store.ts';
import { notifyJob, readBrandJob, renderCardJob } from './jobs.ts';
import { keepVersionJob } from './keep-version.ts';
import { outsideChangeJob } from './outside-change.ts';
import type { OutsidePosts } from './outside-posts.ts';
import { renderAgainJob } from './render-again.ts';
import type { CardsAsRead } from './save-card.ts';

const work = {
  create: createJob,
  publish: publishJob,
  update: updateJob,
  check_schedule: outsideChangeJob,
} as const;

/** Transitions by a job that continues with the card, and that no message shows: there's nothing to queue. */
const fromRunningJob: ReadonlySet<Transition['type']> = new Set([
  'start_creating',
  'start_publishing',
  'note_unread',
]);

interface DeskDeps {
  cards: CardStore;
  outsidePosts: OutsidePosts;
  pauses: {
    /**
     * The times (ISO, UTC) at which a brand's posts were planned before a pause unscheduled them, by post.
     */
    unscheduled(workspace: string, brand: string): Promise<ReadonlyMap<string, string>>;
  };
  jobs: Jobs;
  audit: AuditTrail;
  homes: { soon(workspace: string): void };
  postFiles: Pick<PostFiles, 'isAttached' | 'isExpired'>;
  /**
   * Features to call when something happened to a card. A process can die before it calls them, so each needs
   * a check of its own that finds the card later.
   */
  subscribers?: readonly ((card: Card) => Promise<void>)[];
  log: Pick<Logger, 'warn'>;
  /**
   * Does nothing, except in crash tests, which pass a function that ends the process at the failpoint that it
   * names.
   */
  failpoint(step: string): Promise<void>;
  now(): number;
  /**
   * How long after an answer a read has to begin to be sure to show its effect
   * (`src/posts/post-index/lag.ts`).
   */
  settledAfterMs: number;
}

export function createDesk(deps: DeskDeps): Desk {
  const { cards, jobs } = deps;
  const at = (): string => isoNow(deps);

  async function follow(card: Card, { soon = false, notifies = false } = {}): Promise<void> {
    const { workspace } = card;
    deps.audit.soon(workspace);
    deps.homes.soon(workspace);
    const one = { workspace, card: card.id };
    // at the same time, so that they're one round trip to Redis
    const queued: Promise<void>[] = [];
    const next = workOf(card);
    if (next) queued.push(jobs.enqueue(work[next], one));
    // a card that isn't posted yet has no thread for it; the job that posts the card queues this one
    if (notifies && (card.message || rootOf(card) !== card.id))
      queued.push(jobs.enqueue(notifyJob, { workspace, root: rootOf(card) }));
    if (awaitsFileCheck(card)) queued.push(jobs.enqueue(checkFilesJob, one));
    // people may have kept another version while this one was being written or changed
    const first = card.discards ? card.id : isBeingMade(card) ? undefined : card.rewriteOf;
    if (first) queued.push(jobs.enqueue(keepVersionJob, { workspace, card: first }, { soon: true }));
    // the sweeper queues what is due later
    if (isBeingGenerated(card) && card.request?.kind !== 'import')
      queued.push(jobs.enqueue(readBrandJob, { workspace, brand: card.brand.id }));
    if (needsRendering(card)) {
      // The campaign's job comes first: if only one of them is queued, this card is still out of date, and the
      // sweeper queues both.
      if (card.campaign && !card.rerender)
        queued.push(jobs.enqueue(renderCardJob, { workspace, card: card.campaign }));
      queued.push(jobs.enqueue(renderCardJob, one, { soon }));
    }
    queued.push(...(deps.subscribers ?? []).map((tell) => tell(card)));
    await Promise.all(queued);
  }

  /** The write has succeeded, so the person isn't told that it failed: the next sweep finds the card. */
  async function followWritten(card: Card, notifies = false): Promise<void> {
    // a decision doesn't wait for the rate limit that an update of the same card waits for
    await follow(card, { soon: !card.rerender, notifies }).catch((cause: unknown) => {
      deps.log.warn({ err: cause, card: card.id }, "couldn't queue a card's jobs; the next sweep will");
    });
  }

  async function noteRefused(
    workspace: string,
    id: string,
    transition: RequestedTransition,
    refused: Refused,
  ): Promise<void> {
    if (!('by' in transition) || transition.by === undefined) return;
    const card = await cards.get(workspace, id).catch((cause: unknown) => {
      deps.log.warn(
        { err: cause, card: id },
        "couldn't read the card of a refusal; recording it without the card",
      );
      return undefined;
    });
    await deps.audit.noteRefused(workspace, {
      by: transition.by,
      ...(card ? aboutCard(card) : { card: id }),
      via: 'click',
      result: refusalWords.write(refused.why),
      note: transitionWords.write(transition.type),
    });
  }

  async function otherVersionsOf(card: Card): Promise<CardsAsRead> {
    const { workspace, id, rewriteOf } = card;
    const firsts = await cards.getAsRead(workspace, rewriteOf ? [rewriteOf] : []);
    // throws if it can't be read: without it, no other version is known
    const first = rewriteOf ? (firsts.cards[0] ?? (await cards.get(workspace, rewriteOf))) : card;
    const ids = first ? otherVersions(first, id).filter((one) => one !== rewriteOf) : [];
    const rewrites = await cards.getAsRead(workspace, ids);
    return {
      cards: [...firsts.cards, ...rewrites.cards],
      digests: [...firsts.digests, ...rewrites.digests],
    };
  }

  /**
   * Compares a card with what else can refuse the transition: the other versions of its post, which mustn't
   * change before it's written, because two people may choose at the same moment, and a rule for files. The jobs
   * check again before they send anything, because either may be different by then.
   */
  function comparing(transition: Transition): Parameters<CardStore['transition']>[4] {
    let before: readonly Card[] | undefined;
    return async (card) => {
      const others = choosesVersion(card, transition) ? await otherVersionsOf(card) : undefined;
      before ??= others?.cards;
      if (others) await deps.failpoint('versions compared');
      const refused =
        (others && refusedChoice(transition, card, others.cards, before)) ??
        refusedFiles(card, transition, deps.postFiles);
      return refused ? { refused } : others;
    };
  }

  async function knownOf(workspace: string, posts: readonly Pick<Post, 'id'>[]): Promise<Card[]> {
    const ids = posts.map(({ id }) => id);
    return cards.getAll(workspace, [...(await cards.claims(workspace, ids)).values()]);
  }

  /** Shows on the post's card that it was decided about elsewhere. */
  async function asShown(card: Card, post: Post, readAt: number): Promise<Card> {
    // the card has changed since the post was read
    const isNewer = Date.parse(card.updatedAt) >= readAt;
    if (!followsWebApp(card) || isNewer || card.pending || post.partial) return card;
    if (isBehind(deps, card, post, readAt) || !differs(card, post, at())) return card;
    const result = await cards.transition(card.workspace, card.id, {
      type: 'observe',
      post,
      at: at(),
      expectedRevision: card.revision,
    });
    if (!result || 'refused' in result) return card;
    await followWritten(result.card, result.notifies);
    return result.card;
  }

  return {
    async record(id, origin, request, brandConfig) {
      const parsed = requestSchema.parse(request);
      const inSlot = parsed.kind === 'post' && parsed.inSlot === true;
      const recorded = await cards.addUnder(brandConfig, newCard(id, origin, parsed, at()), inSlot);
      if (typeof recorded === 'string') return recorded;
      await deps.failpoint('request recorded');
      const { card, added } = recorded;
      return { card, conflict: !added && !isSameRequest(card.request, parsed) };
    },
    get: (workspace, card) => cards.get(workspace, card),
    cardAt: (workspace, message) => cards.at(workspace, message),
    async cardsOf(origin, brand, posts, readAt) {
      const known = await knownOf(origin.workspace, posts);
      const byPost = new Map(known.map((card) => [card.postId, card]));
      const hasOthers = known.length < posts.length;
      const times = hasOthers ? await deps.pauses.unscheduled(origin.workspace, brand.id) : undefined;
      const found: Card[] = [];
      const shown: Card[] = [];
      for (const post of posts) {
        const card = byPost.get(post.id);
        if (card) shown.push(await asShown(card, post, readAt));
        else {
          const made = cardOfOutsidePost(foundCardId(post), origin, brand, post, at());
          const outsidePost = withPlannedTime(made, times?.get(post.id));
          found.push(outsidePost);
          shown.push(outsidePost);
        }
      }
      await deps.outsidePosts.keep(found);
      return shown;
    },
    async hasChanged(workspace, brand, since) {
      const open = await cards.watched(workspace, brand, '+inf');
      return open.some(({ updatedAt }) => Date.parse(updatedAt) >= since);
    },
    known: knownOf,
    async withoutDiscarded(workspace, brand, posts) {
      const discarded = await cards.discarded(workspace, brand);
      return posts.filter((post) => !discarded.has(post.id) || !staysDiscarded(post, deps.now()));
    },
    outsidePost: (workspace, id) => deps.outsidePosts.get(workspace, id),
    async adopt(origin, id) {
      const outsidePost = await deps.outsidePosts.get(origin.workspace, id);
      if (!outsidePost) return undefined;
      // a card may have claimed the post since the list was shown
      const owner =
        outsidePost.postId &&
        (await cards.claims(origin.workspace, [outsidePost.postId])).get(outsidePost.postId);
      if (owner) return cards.get(origin.workspace, owner);
      const { card } = await cards.add({ ...outsidePost, author: origin.author, channel: origin.channel });
      await followWritten(card);
      return card;
    },
    async brands(workspace) {
      const { cards: open } = await cards.open(workspace);
      return [...new Map(open.map(({ brand }) => [brand.id, brand])).values()];
    },
    async rerender(workspace, brand) {
      await jobs.enqueue(renderAgainJob, {
        workspace,
        scope: scopeOf(brand === undefined ? undefined : { id: brand }),
      });
    },
    async posts({ workspace, posts }) {
      const firsts = await cards.getAll(workspace, posts);
      const versions = await cards.getAll(
        workspace,
        firsts.flatMap((first) => otherVersions(first, first.id)),
      );
      const byId = new Map(versions.map((card) => [card.id, card]));
      return firsts.map((first) => versionInPlace(first, byId));
    },
    otherVersions: async (card) => (await otherVersionsOf(card)).cards,
    async transition(workspace, id, transition, known) {
      const requested = { ...transition, at: at() };
      const result = await cards.transition(workspace, id, requested, known, comparing(requested));
      if (result && 'card' in result) await deps.failpoint('transition recorded');
      if (result && 'card' in result && !fromRunningJob.has(transition.type))
        await followWritten(result.card, result.notifies);
      // a person who asked for a slot gets another one
      if (result && 'refused' in result && result.refused.why !== 'slot_taken')
        await noteRefused(workspace, id, transition, result.refused);
      return result;
    },
    follow: (card) => follow(card),
  };
}

/** Whether it keeps a version of the post, or lets it go out. */
const choosesVersion = (card: Card, transition: Transition): boolean =>
  transition.type === 'keep'
    ? card.rewriteOf === undefined
    : ruleOf(transition).leadsToPublishing?.(card, transition) === true;

const refusedChoice = (
  transition: Transition,
  card: Card,
  others: readonly Card[],
  before: readonly Card[] | undefined,
): Refused | undefined =>
  transition.type === 'keep'
    ? tooLateToKeep(transition.version, [card, ...others])
    : lateVersion(card, others, before);

/**
 * Whether both are the same request, submitted twice. A request for the next posting slot finds another slot
 * the second time, and the original of a copy may have another message.
 */
function isSameRequest(one: Request | undefined, other: Request): boolean {
  const text = (request: Request | undefined): string =>
    request?.kind === 'post'
      ? JSON.stringify({ ...request, duplicateOf: '', ...(request.inSlot && { scheduledAt: '' }) })
      : JSON.stringify(request);
  return text(one) === text(other);
}

/** The same id for the same post, so that two people who press at once adopt one card. */
function foundCardId(post: Post): string {
  return `found-${createHash('sha256').update(post.id).digest('hex').slice(0, 20)}`;
}
