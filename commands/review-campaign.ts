import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import { byTime, isDecidable } from '#src/cards/batch.ts';
import type { Card } from '#src/cards/card.ts';
import { contentHash } from '#src/cards/content.ts';
import { isWaiting, reviewActions, reviewList, reviewModal } from '#views/campaign-review.ts';
import { readCardButton } from '#views/card-buttons.ts';
import { type Chosen, seenKept } from '#views/chosen.ts';
import { readTurn, turnActions } from '#views/paged.ts';
import { cardGone } from '#views/refusals.ts';
import type { Command, Deps, SharedDeps } from './command.ts';
import { onReviewModals } from './parts/review-modals.ts';
import { onUndoAll } from './parts/undo-all.ts';
import { workspaceOf } from './parts/workspace.ts';

export const reviewCampaign: Command = {
  about: 'Review all posts of a campaign at once: approve, reject or move several',
  listen(app, shared) {
    listenForOpening(app, shared);
    listenForRedrawing(app, shared);
    onReviewModals(app, shared);
    onUndoAll(app, shared);
  },
};

type Clicked = BlockAction<ButtonAction>;

function listenForOpening(app: App, shared: SharedDeps): void {
  const constraints = { type: 'block_actions', action_id: reviewActions.open } as const;
  app.action<Clicked>(constraints, async ({ ack, action, body, client, context, respond }) => {
    const workspace = workspaceOf(context);
    const deps = await shared.inWorkspace(workspace);
    const campaign = await deps.desk.get(workspace, readCardButton(action.value).id);
    if (!campaign) {
      await ack();
      const text = cardGone(deps.slash('social'));
      await respond({ response_type: 'ephemeral', replace_original: false, text });
      return;
    }
    const view = reviewModal.reading(campaign);
    const opened = await client.views.open({ trigger_id: body.trigger_id, view });
    await ack();
    const { id = '', hash } = opened.view ?? {};
    await draw(deps, client, campaign, { id, hash, user: body.user.id }, { page: 0, draw: 0, chosen: [] });
  });
}

interface Wanted {
  page: number;
  draw: number;
  chosen: readonly Chosen[];
}

/** Draws the modal with the posts as they are now, unless it was drawn by another press or closed meanwhile. */
async function draw(
  deps: Deps,
  client: App['client'],
  campaign: Card,
  { id, hash, user }: { id: string; hash: string | undefined; user: string },
  wanted: Wanted | ((posts: readonly { card: Card; n: number }[]) => Wanted),
): Promise<void> {
  const [cards, panel, frozen, slackUrl] = await Promise.all([
    deps.desk.posts(campaign),
    deps.panels.of(deps.workspace, campaign.brand.id),
    deps.freezes.of(deps.workspace, campaign.brand.id),
    deps.slackUrl(),
  ]);
  const posts = byTime(campaign, cards);
  const shown = typeof wanted === 'function' ? wanted(posts) : wanted;
  const view = reviewModal.render({
    campaign,
    posts,
    panel,
    frozen,
    ...shown,
    reader: { user, slackUrl },
    now: deps.now(),
  });
  try {
    await client.views.update({ view_id: id, ...(hash && { hash }), view });
  } catch (cause) {
    const { error } = (cause as { data?: { error?: unknown } }).data ?? {};
    if (error !== 'not_found' && error !== 'hash_conflict') throw cause;
    deps.log.debug({ err: cause }, 'the review of a campaign was closed or drawn anew meanwhile');
  }
}

function listenForRedrawing(app: App, shared: SharedDeps): void {
  // what is chosen comes with whatever is pressed next
  app.action(reviewActions.choose, async ({ ack }) => ack());
  const { previous, next } = turnActions(reviewList);
  const { chooseWaiting, chooseNone, refresh } = reviewActions;
  for (const action_id of [previous, next, chooseWaiting, chooseNone, refresh]) {
    app.action<Clicked>(
      { type: 'block_actions', action_id },
      async ({ ack, action, body, client, context }) => {
        await ack();
        if (!body.view) return;
        const { id, hash } = body.view;
        const { card, page, draw: drawn } = reviewModal.contextOf(body.view);
        const workspace = workspaceOf(context);
        const deps = await shared.inWorkspace(workspace);
        const campaign = await deps.desk.get(workspace, card);
        if (!campaign) return;
        const before = reviewModal.chosenIn(body.view);
        const to = readTurn(action.value)?.page ?? page;
        await draw(deps, client, campaign, { id, hash, user: body.user.id }, (posts) => ({
          page: to,
          draw: drawn + 1,
          chosen:
            action_id === chooseWaiting
              ? waitingOf(posts)
              : action_id === chooseNone
                ? []
                : stillThere(before, posts),
        }));
      },
    );
  }
}

type Posts = readonly { card: Card; n: number }[];

const waitingOf = (posts: Posts): Chosen[] =>
  posts.flatMap(({ card, n }) =>
    isWaiting(card) ? [{ n, seen: contentHash(card).slice(0, seenKept) }] : [],
  );

/** A post that can no longer be decided about has no checkbox to take it out with. */
const stillThere = (chosen: readonly Chosen[], posts: Posts): Chosen[] => {
  const open = new Set(posts.filter(({ card }) => isDecidable(card)).map(({ n }) => n));
  return chosen.filter(({ n }) => open.has(n));
};
