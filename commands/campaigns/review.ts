import type { App, ButtonAction } from '@slack/bolt';
import { afterwards } from '#commands/kit/afterwards.ts';
import { onButton } from '#commands/kit/button.ts';
import { onChoice } from '#commands/kit/choice.ts';
import type { Deps, Listener, SharedDeps } from '#commands/kit/command.ts';
import { fillModal } from '#commands/kit/loading-modal.ts';
import { permissionFor } from '#commands/posts/authorize.ts';
import { onCardModal } from '#commands/posts/card-modal.ts';
import { onCardButton, openFor, tooLate } from '#commands/posts/click.ts';
import { editOptions, editTransition } from '#commands/posts/editing.ts';
import { canBeUndone } from '#src/campaigns/batch.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { nothingToUndo, undoAllAction, undoneAll } from '#views/campaigns/batch-report.ts';
import { isWaiting, reviewActions, reviewList, reviewModal } from '#views/campaigns/review.ts';
import { reviewEdit } from '#views/campaigns/review-edit.ts';
import { unreadableRequest } from '#views/kit/command-refusals.ts';
import { readPageRequest, turnActions } from '#views/kit/paged.ts';
import { readCardButton } from '#views/posts/card-buttons.ts';
import { type ChosenPost, hashKept } from '#views/posts/chosen.ts';
import { cardGone } from '#views/posts/refusals.ts';
import {
  firstToReview,
  listNotUpdated,
  type Posts,
  renderReview,
  stillAsShown,
  stillThere,
} from './render-review.ts';
import { onReviewModals } from './review-modals.ts';

/** The review of a campaign's posts, several of which people can decide about at once. */
export const onReview: Listener = (app, shared) => {
  listenForOpening(app, shared);
  listenForRerendering(app, shared);
  listenForEditing(app, shared);
  onReviewModals(app, shared);
  onUndoAll(app, shared);
};

function listenForOpening(app: App, shared: SharedDeps): void {
  const { open, openAll } = reviewActions;
  for (const action_id of [open, openAll])
    onButton(app, shared, { action_id }, async (pressed, deps) => {
      const { value, by: user, trigger, client, ack, answerPrivately } = pressed;
      const campaign = await deps.desk.get(deps.workspace, readCardButton(value).id);
      if (!campaign) {
        await ack();
        return answerPrivately({ text: cardGone(deps.slash('social')) });
      }
      const view = reviewModal.reading(campaign);
      const opened = await client.views.open({ trigger_id: trigger, view });
      await ack();
      const { id = '', hash } = opened.view ?? {};
      try {
        const first = action_id === openAll ? await firstToReview(deps, campaign) : campaign;
        const list = { id, hash, user };
        await renderReview(deps, client, first, list, { page: 0, renderId: 0, chosen: [] });
      } catch (cause) {
        // otherwise, the modal would say forever that it's reading the posts
        await fillModal(deps, client, id, () => Promise.reject(cause));
      }
    });
}

function listenForRerendering(app: App, shared: SharedDeps): void {
  // only acknowledged, because the selection is sent with whatever is pressed next
  app.action(reviewActions.choose, async ({ ack }) => ack());
  const { previous, next } = turnActions(reviewList);
  const { chooseWaiting, chooseNone, refresh, earlierPart, laterPart } = reviewActions;
  for (const action_id of [previous, next, chooseWaiting, chooseNone, refresh, earlierPart, laterPart])
    onChoice<ButtonAction>(app, shared, action_id, async ({ action, view, workspace, by, client }, deps) => {
      const list = { id: view.id, hash: view.hash, user: by };
      const { card, page, draw: lastRenderId } = reviewModal.contextOf(view);
      const isOther = action_id === earlierPart || action_id === laterPart;
      const campaign = await deps.desk.get(workspace, isOther ? readCardButton(action.value).id : card);
      if (!campaign) return;
      const renderId = lastRenderId + 1;
      if (isOther) return renderReview(deps, client, campaign, list, { page: 0, renderId, chosen: [] });
      const before = reviewModal.chosenIn(view);
      const to = readPageRequest(action.value)?.page ?? page;
      await renderReview(deps, client, campaign, list, (posts) => {
        if (action_id === chooseNone) return { page: to, renderId, chosen: [] };
        const chosen = action_id === chooseWaiting ? waitingOf(posts) : stillThere(before, posts);
        return { page: to, renderId, chosen };
      });
    });
}

function listenForEditing(app: App, shared: SharedDeps): void {
  onCardButton(app, shared, {
    action: reviewActions.edit,
    permission: 'touch',
    opens: true,
    async handle(click) {
      const { card, view } = click;
      if (!view) throw new Refusal(...unreadableRequest);
      const { card: campaign, page } = reviewModal.contextOf(view);
      const review = { card: campaign, page, chosen: reviewModal.chosenIn(view) };
      const form = reviewEdit.render(card, editOptions(shared, click), review);
      return openFor(shared, click, { type: 'change' }, form);
    },
  });
  onCardModal(app, shared, reviewEdit, 'touch', editTransition, {
    update: (deps, client, view, user) =>
      afterwards(deps, listNotUpdated, async () => {
        const { card, page, chosen } = reviewEdit.reviewOf(view);
        const campaign = await deps.desk.get(deps.workspace, card);
        if (!campaign) return;
        const list = { id: view.root_view_id ?? '', hash: undefined, user };
        await renderReview(deps, client, campaign, list, (posts) => ({
          page,
          renderId: deps.now(),
          chosen: stillAsShown(chosen, posts),
        }));
      }),
  });
}

const waitingOf = (posts: Posts): ChosenPost[] =>
  posts.flatMap(({ card, n }) =>
    isWaiting(card) ? [{ n, contentHash: contentHash(card).slice(0, hashKept) }] : [],
  );

/** *Undo all* in the report of a batch: the person who decided can undo everything that isn't published yet. */
function onUndoAll(app: App, shared: SharedDeps): void {
  onButton(
    app,
    shared,
    { action_id: undoAllAction },
    async ({ value, by, team, ack, answerPrivately }, deps) => {
      const text = await undoAll(deps, value, { by, team });
      await ack();
      await answerPrivately({ text });
    },
  );
}

async function undoAll(
  deps: Deps,
  id: string,
  { by, team }: { by: string; team: string | undefined },
): Promise<string> {
  const { workspace } = deps;
  const batch = await deps.batches.get(workspace, id);
  if (!batch) return nothingToUndo;
  const cards = await Promise.all(batch.items.map(({ card }) => deps.desk.get(workspace, card)));
  const undoable = cards.filter((card) => card !== undefined).filter((card) => canBeUndone(batch, card));
  const [first] = undoable;
  if (!first) return nothingToUndo;
  const approversOf = await deps.approversReader.read(workspace);
  // all posts of a campaign are for one brand
  const request = { by, team, permission: 'undo', via: 'click' } as const;
  const authorization = await permissionFor(deps, approversOf, first, request);
  if (!authorization.open) return authorization.refusal;
  const refusals = await Promise.all(
    undoable.map(async (card) =>
      tooLate(deps, await deps.desk.transition(workspace, card.id, { type: 'undo', by }, card)),
    ),
  );
  const refused = refusals.filter((text) => text !== undefined);
  return undoneAll(undoable.length - refused.length, refused);
}
