/** Which posting slots of a brand are taken: by our cards, and by what the post index knows of the service's schedule. */
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Desk, WorkspaceContext } from '#src/ports.ts';
import { clashesWith, plannedInService, plannedOnCard } from '#src/posts/card/clash.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { TeamSettings } from '#src/settings/settings.ts';
import type { PostingSlotStore, Slots } from './slots.ts';

interface SlotsDeps {
  store: PostingSlotStore;
  cards: Pick<CardStore, 'planned' | 'notePlanned'>;
  desk: Pick<Desk, 'known'>;
  teamSettings: Pick<TeamSettings, 'brand'>;
  contextOf(workspace: string): Promise<Pick<WorkspaceContext, 'index'> | undefined>;
  now(): number;
}

/** So often someone else can be faster before it's no race anymore. */
const triesAtMost = 200;

/** Every method rejects with what Redis said, and none asks the publishing service. */
export function createSlots(deps: SlotsDeps): Slots {
  const { store, cards, now } = deps;

  const of: Slots['of'] = async (workspace, brand) => {
    const [slots, settings] = await Promise.all([
      store.of(workspace, brand),
      deps.teamSettings.brand(workspace, brand),
    ]);
    return { ...slots, zone: settings.zone ?? slots.zone ?? 'UTC' };
  };

  /** A card knows its time before the service does, so of a post with a card only the card counts. */
  const planned: Slots['planned'] = async (workspace, brand) => {
    const since = now();
    const [onCards, context] = await Promise.all([
      cards.planned(workspace, brand, since),
      deps.contextOf(workspace),
    ]);
    const { posts = [] } = (await context?.index.known({ workspace, brand })) ?? {};
    const coming = posts.flatMap((post) => {
      const one = plannedInService(post);
      return one && one.at >= since ? [{ id: post.id, one }] : [];
    });
    const withCard = new Set(
      (
        await deps.desk.known(
          workspace,
          coming.map(({ id }) => ({ id })),
        )
      ).map(({ postId }) => postId),
    );
    return [
      ...onCards.flatMap((card) => plannedOnCard(card) ?? []),
      ...coming.filter(({ id }) => !withCard.has(id)).map(({ one }) => one),
    ].sort((a, b) => a.at - b.at);
  };

  const free: Slots['free'] = async (workspace, brand, most) => {
    const slots = await of(workspace, brand.id);
    if (slots.times.length === 0) return [];
    const [taken, { freeSlots }] = await Promise.all([
      planned(workspace, brand.id),
      // what knows the calendars takes its time to load
      import('./free-slots.ts'),
    ]);
    return freeSlots(slots, { taken: taken.map(({ at }) => at), now: now(), most });
  };

  return {
    ...{ of, free, planned, brands: store.brands },

    async set(workspace, brand, slots, entry) {
      const isSet = await store.set(workspace, brand, slots, entry);
      if (isSet) await cards.notePlanned(workspace, brand.id);
      return isSet;
    },

    async clashes(card) {
      const one = plannedOnCard(card);
      if (!one || one.networks.length === 0) return [];
      const { minutesApart } = await store.of(card.workspace, card.brand.id);
      if (minutesApart === 0) return [];
      const others = (await planned(card.workspace, card.brand.id)).filter(
        (post) => post.card?.id !== card.id,
      );
      return clashesWith(one, others, minutesApart);
    },

    async takeNext(workspace, brand, write) {
      const tried = new Set<number>();
      while (tried.size < triesAtMost) {
        const next = (await free(workspace, brand, tried.size + 1)).find((at) => !tried.has(at));
        if (next === undefined) return undefined;
        const written = await write(postTime(next));
        if (written !== 'slot_taken') return written;
        tried.add(next);
      }
      throw new Error(`the posting slots of the brand ${brand.id} are taken faster than they are found`);
    },
  };
}
