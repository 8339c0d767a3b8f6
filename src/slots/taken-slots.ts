/**
 * Which posting slots of a brand are taken: by our cards, by the service's schedule as far as the post index
 * knows it, and by recurring posts.
 */
import type { Logger } from 'pino';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { clashesWith, type PlannedPost, plannedInService, plannedOnCard } from '#src/posts/card/clash.ts';
import { plannedFor } from '#src/posts/card/content.ts';
import { isOutdated } from '#src/posts/card/outdated.ts';
import { wasPublished } from '#src/posts/card/state.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { Desk } from '#src/posts/ports.ts';
import type { PostIndex } from '#src/posts/post-index/post-index.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { PostingSlotStore } from './slot-store.ts';
import { slotsOf } from './slots-of.ts';

interface SlotsDeps {
  store: PostingSlotStore;
  cards: Pick<CardStore, 'planned'>;
  desk: Pick<Desk, 'known'>;
  /** Finds the posts that a brand's recurring posts will create after `from` and up to `until` (epoch ms). */
  recurring: {
    coming(
      workspace: string,
      brand: string,
      zoneOf: () => Promise<string | undefined>,
    ): Promise<(within: { from: number; until: number }) => PlannedPost[]>;
  };
  teamSettings: Pick<TeamSettings, 'brand'>;
  contextOf(workspace: string): Promise<{ index: PostIndex } | undefined>;
  log: Pick<Logger, 'warn'>;
  now(): number;
}

/** How often someone else can be faster. More than that isn't a race anymore, but an error. */
const maxAttempts = 200;

/** How many slots of other posts are skipped. Posts planned for later aren't moved. */
const pushedPast = 1_000;

/** How far ahead recurring posts are listed, and compared with other posts: most of them have no end. */
const repeatsShownMs = 28 * 86_400_000;
const repeatsComparedMs = 53 * 7 * 86_400_000;

/**
 * Whether the service may publish the post at the time on its schedule. If its card has the same time, the
 * card counts instead.
 */
function mayComeTrue(post: Post, { at }: PlannedPost, card: Card | undefined): boolean {
  if (!card) return true;
  if (wasPublished(card) || plannedFor(card) === at) return false;
  return card.pending !== undefined || !isOutdated(card, post, 0);
}

/**
 * A brand's posting times, and which of them are open. Every method except `clashes` and `closeTo` rejects
 * with Redis's error, and none asks the publishing service.
 */
export function createSlots(deps: SlotsDeps) {
  const { store, cards, now } = deps;

  const of = slotsOf({ slotStore: store, teamSettings: deps.teamSettings });
  const weekOf = async (workspace: string, brand: string) => {
    const { zone = 'UTC', times } = await of(workspace, brand);
    return { zone, times };
  };

  const repeated = (workspace: string, brand: string) =>
    deps.recurring.coming(
      workspace,
      brand,
      async () => (await deps.teamSettings.brand(workspace, brand)).zone,
    );

  /** Like `plannedBetween`, and also what recurring posts will create up to `repeatsUntil`. */
  async function allPlanned(
    workspace: string,
    brand: string,
    {
      repeatsUntil,
      from = now(),
      ...within
    }: { repeatsUntil: number; from?: number; until?: number; except?: readonly Card[] },
  ): Promise<PlannedPost[]> {
    const [planned, comingWithin] = await Promise.all([
      plannedBetween(workspace, brand, { from, ...within }),
      repeated(workspace, brand),
    ]);
    // a post that was just created is in both lists for a moment
    const created = new Set(
      [...(within.except ?? []), ...planned.flatMap(({ card }) => card ?? [])].map(({ id }) => id),
    );
    const coming = comingWithin({ from, until: repeatsUntil }).filter(
      ({ recurring = '' }) => !created.has(recurring),
    );
    return [...planned, ...coming].sort((a, b) => a.at - b.at);
  }

  /**
   * If a post has a card, the card's time counts, which the service may not know yet. The service's time
   * counts, too, if it's another one at which the post may be published: the change of it can still fail, or
   * someone set it in the web app. `from` and `until`: epoch ms; `except`: leaves out the posts of these
   * cards.
   */
  async function plannedBetween(
    workspace: string,
    brand: string,
    {
      from = now(),
      until = Number.POSITIVE_INFINITY,
      except = [],
    }: { from?: number; until?: number; except?: readonly Card[] } = {},
  ): Promise<PlannedPost[]> {
    const left = new Set(except.flatMap(({ id, postId = id }) => [id, postId]));
    const context = await deps.contextOf(workspace);
    const { posts = [] } = (await context?.index.known({ workspace, brand })) ?? {};
    const coming = posts.flatMap((post) => {
      const one = plannedInService(post);
      return one && one.at >= from && one.at <= until && !left.has(post.id) ? [{ post, one }] : [];
    });
    const known = await deps.desk.known(
      workspace,
      coming.map(({ post }) => post),
    );
    const cardOf = new Map(known.map((card) => [card.postId, card]));
    const onCards = await cards.planned(workspace, brand, { from, until, known });
    return [
      ...onCards.flatMap((card) => (left.has(card.id) ? [] : (plannedOnCard(card) ?? []))),
      ...coming.flatMap(({ post, one }) => (mayComeTrue(post, one, cardOf.get(post.id)) ? one : [])),
    ].sort((a, b) => a.at - b.at);
  }

  /** The next open slots (epoch ms), the earliest first, at most `most`. */
  async function free(workspace: string, brand: Named, most: number): Promise<number[]> {
    const slots = await weekOf(workspace, brand.id);
    if (slots.times.length === 0) return [];
    const [planned, comingWithin, { freeSlots }] = await Promise.all([
      plannedBetween(workspace, brand.id),
      repeated(workspace, brand.id),
      // the code for calendars takes a while to load
      import('./free-slots.ts'),
    ]);
    const taken = planned.map(({ at }) => at);
    return freeSlots(slots, { taken, repeated: comingWithin, now: now(), most });
  }

  /**
   * `given`: posts with their times, `undefined` for one without. `except`: ignores the times that these
   * cards have.
   */
  async function clashesOfBrand(
    workspace: string,
    brand: string,
    given: readonly (PlannedPost | undefined)[],
    except: readonly Card[],
  ): Promise<PlannedPost[][]> {
    const none = given.map(() => []);
    if (!given.some((one) => one && one.networks.length > 0)) return none;
    const { minutesApart } = await store.of(workspace, brand);
    if (minutesApart === 0) return none;
    const times = given.flatMap((one) => one?.at ?? []);
    const from = Math.max(now(), Math.min(...times) - minutesApart * 60_000);
    const until = Math.max(...times) + minutesApart * 60_000;
    const repeatsUntil = Math.min(until, from + repeatsComparedMs);
    const others = await allPlanned(workspace, brand, { from, until, repeatsUntil, except });
    const all = [...others, ...given.filter((one) => one !== undefined)];
    return given.map((one) =>
      one
        ? clashesWith(
            one,
            all.filter((other) => other !== one),
            minutesApart,
          )
        : [],
    );
  }

  /** If clashes can't be read, posts count as close to nothing. */
  async function clashesAtHand(
    workspace: string,
    brand: string,
    given: readonly (PlannedPost | undefined)[],
    except: readonly Card[],
  ): Promise<PlannedPost[][]> {
    try {
      return await clashesOfBrand(workspace, brand, given, except);
    } catch (cause) {
      deps.log.warn({ err: cause, brand }, "couldn't read which posts are close together");
      return given.map(() => []);
    }
  }

  return {
    ...store,
    of,
    free,

    /**
     * What will be published at a planned time, the earliest first, including recurring posts of the next
     * four weeks.
     */
    planned: (workspace: string, brand: string) =>
      allPlanned(workspace, brand, { repeatsUntil: now() + repeatsShownMs }),

    /**
     * The posts that a brand's recurring posts will create up to `until` (epoch ms), in no particular order.
     */
    recurring: async (workspace: string, brand: string, until: number): Promise<PlannedPost[]> =>
      (await repeated(workspace, brand))({ from: now(), until }),

    /**
     * For each of these cards, the posts of its brand that are published on one of its networks, closer than
     * the brand's minimum distance. The cards count as they're given here. Only a hint: whatever can't be
     * read is logged and left out.
     */
    async clashes(cards: readonly Card[]): Promise<PlannedPost[][]> {
      const found = new Map<Card, PlannedPost[]>();
      for (const [brand, some] of Map.groupBy(cards, (card) => card.brand.id)) {
        const workspace = some[0]?.workspace ?? '';
        const theirs = await clashesAtHand(workspace, brand, some.map(plannedOnCard), some);
        for (const [i, card] of some.entries()) found.set(card, theirs[i] ?? []);
      }
      return cards.map((card) => found.get(card) ?? []);
    },

    /**
     * The same for a post of the brand that might not exist yet. If it has a card, the card's own time
     * doesn't count.
     */
    async closeTo(workspace: string, brand: string, post: PlannedPost): Promise<PlannedPost[]> {
      const [close = []] = await clashesAtHand(workspace, brand, [post], post.card ? [post.card] : []);
      return close;
    },

    /**
     * New times (epoch ms) for posts that return after a pause. Each gets the first slot that isn't before
     * its own time, comes after the previous post's slot, and that no other post has, so that the queue moves
     * back in the same order. `posts`: the earliest first, with their old times (epoch ms). `undefined`: the
     * post isn't in the queue, because its time is still to come and isn't a slot.
     */
    async pushBack(
      workspace: string,
      brand: string,
      posts: readonly { card: Card; at: number }[],
    ): Promise<(number | undefined)[]> {
      const [slots, others, comingWithin, { slotsToCome, pushedBack }] = await Promise.all([
        weekOf(workspace, brand),
        plannedBetween(workspace, brand, { except: posts.map(({ card }) => card) }),
        repeated(workspace, brand),
        import('./free-slots.ts'),
      ]);
      const coming = slotsToCome(slots, { now: now(), most: posts.length + pushedPast });
      const repeats = comingWithin({ from: now(), until: coming.at(-1) ?? 0 });
      const taken = [...others, ...repeats].map(({ at }) => at);
      return pushedBack(
        posts.map(({ at }) => at),
        coming,
        { taken, now: now() },
      );
    },

    /**
     * Calls `write` with the next open slot (UTC), and with later ones as long as someone else was faster.
     * `undefined` if none is open. Rejects like `write`.
     */
    async takeNext<T>(
      workspace: string,
      brand: Named,
      write: (at: string) => Promise<T | 'slot_taken'>,
    ): Promise<T | undefined> {
      const tried = new Set<number>();
      while (tried.size < maxAttempts) {
        const next = (await free(workspace, brand, tried.size + 1)).find((at) => !tried.has(at));
        if (next === undefined) return undefined;
        const written = await write(postTime(next));
        if (written !== 'slot_taken') return written;
        tried.add(next);
      }
      throw new Error(
        `the posting slots of the brand ${brand.id} kept being taken while one was being chosen`,
      );
    },
  };
}
