import type { App } from '@slack/bolt';
import { afterwards } from '#commands/kit/afterwards.ts';
import type { Deps } from '#commands/kit/command.ts';
import { renderModalAgain } from '#commands/kit/open-view.ts';
import { byTime, isDecidable } from '#src/campaigns/batch.ts';
import type { Card } from '#src/posts/card/card.ts';
import { partsInChannel } from '#src/posts/card/import-parts.ts';
import { isWaiting, reviewModal, reviewOnPage } from '#views/campaigns/review.ts';
import type { Checked } from '#views/campaigns/review-check.ts';
import { type ChosenPost, isAsShown } from '#views/posts/chosen.ts';

/** In the order in which they're shown, with their numbers in the campaign. */
export type Posts = readonly { card: Card; n: number }[];

interface ReviewPage {
  page: number;
  renderId: number;
  chosen: readonly ChosenPost[];
}

/**
 * Renders the modal with the posts' current state, unless it was closed or, with a `hash`, another click has
 * rendered it.
 */
export async function renderReview(
  deps: Deps,
  client: App['client'],
  campaign: Card,
  { id, hash, user }: { id: string; hash: string | undefined; user: string },
  reviewPage: ReviewPage | ((posts: Posts) => ReviewPage),
): Promise<void> {
  const [cards, parts, approvers, paused, slots, slackUrl] = await Promise.all([
    deps.desk.posts(campaign),
    partsInChannel(campaign, deps.desk.get),
    deps.approversReader.of(deps.workspace, campaign.brand.id),
    deps.pauses.of(deps.workspace, campaign.brand.id),
    deps.slots.brands(deps.workspace),
    deps.slackUrl(),
  ]);
  const posts = byTime(campaign, cards);
  const shown = typeof reviewPage === 'function' ? reviewPage(posts) : reviewPage;
  const view = reviewModal.render({
    campaign,
    parts,
    posts,
    approvers,
    paused,
    hasSlots: slots.has(campaign.brand.id),
    ...shown,
    reader: { user, slackUrl },
    now: deps.now(),
  });
  await renderModalAgain(deps, client, { id, hash }, view);
}

/** For an import, the first of its parts that has a post waiting for a decision. */
export async function firstToReview({ desk }: Deps, campaign: Card): Promise<Card> {
  const parts = await partsInChannel(campaign, desk.get);
  for (const part of parts) if ((await desk.posts(part)).some(isWaiting)) return part;
  return parts[0] ?? campaign;
}

/** The chosen posts that still have a checkbox. A post that can't be decided about anymore has none. */
export const stillThere = (chosen: readonly ChosenPost[], posts: Posts): ChosenPost[] => {
  const open = new Set(posts.filter(({ card }) => isDecidable(card)).map(({ n }) => n));
  return chosen.filter(({ n }) => open.has(n));
};

/** The chosen posts that haven't changed since, because nobody has seen the new content of the others. */
export const stillAsShown = (chosen: readonly ChosenPost[], posts: Posts): ChosenPost[] =>
  stillThere(chosen, posts).filter((one) => posts.some(({ card, n }) => n === one.n && isAsShown(card, one)));

export const listNotUpdated = "couldn't update a review list";

export const isChanged = ({ found }: Checked): boolean => 'refused' in found && found.changed === true;

/**
 * Renders the list on the page of the first changed post. Changed posts aren't selected anymore, since nobody
 * has seen their new content; `others` still are. Never throws.
 */
export async function renderChanged(
  deps: Deps,
  client: App['client'],
  campaign: Card,
  list: { id: string; user: string },
  checked: readonly Checked[],
  others: readonly ChosenPost[],
): Promise<void> {
  const changed = new Set(checked.filter(isChanged).map(({ chosen }) => chosen.n));
  if (changed.size === 0) return;
  const before = [...checked.map(({ chosen }) => chosen), ...others];
  await afterwards(deps, listNotUpdated, () =>
    renderReview(deps, client, campaign, { ...list, hash: undefined }, (posts) => ({
      page: Math.floor(posts.findIndex(({ n }) => changed.has(n)) / reviewOnPage),
      renderId: deps.now(),
      chosen: stillAsShown(before, posts),
    })),
  );
}
