import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import type { Command, SharedDeps } from '#commands/kit/command.ts';
import { fillModal } from '#commands/kit/loading-modal.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { isWaiting, reviewActions, reviewList, reviewModal } from '#views/campaigns/review.ts';
import { readPageRequest, turnActions } from '#views/kit/paged.ts';
import { readCardButton } from '#views/posts/card-buttons.ts';
import { type Chosen, seenKept } from '#views/posts/chosen.ts';
import { cardGone } from '#views/posts/refusals.ts';
import { type Posts, renderReview, stillThere } from './draw-review.ts';
import { onReviewModals } from './review-modals.ts';
import { onUndoAll } from './undo-all.ts';

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
    const list = { id, hash, user: body.user.id };
    try {
      await renderReview(deps, client, campaign, list, { page: 0, draw: 0, chosen: [] });
    } catch (cause) {
      // otherwise it would say forever that the posts are being read
      await fillModal(deps, client, id, () => Promise.reject(cause));
    }
  });
}

function listenForRedrawing(app: App, shared: SharedDeps): void {
  // the selection comes with whatever is pressed next
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
        const to = readPageRequest(action.value)?.page ?? page;
        await renderReview(deps, client, campaign, { id, hash, user: body.user.id }, (posts) => ({
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

const waitingOf = (posts: Posts): Chosen[] =>
  posts.flatMap(({ card, n }) =>
    isWaiting(card) ? [{ n, seen: contentHash(card).slice(0, seenKept) }] : [],
  );
