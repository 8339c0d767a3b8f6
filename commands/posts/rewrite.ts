/**
 * Another version of a generated post: *Rewrite* generates it in the same thread, and *Keep this version*
 * discards the others.
 */

import type { App } from '@slack/bolt';
import type { Deps, Listener, SharedDeps } from '#commands/kit/command.ts';
import {
  type Form,
  type FormAnswer,
  keepOpen,
  notSaved,
  onForm,
  refusedAfterwards,
} from '#commands/kit/form.ts';
import { reachIn } from '#commands/kit/workspace.ts';
import type { AiPostRequest } from '#src/platform/publishing-api/request.ts';
import { contentRefusal, refusalOf } from '#src/posts/card/apply-transition.ts';
import type { Card } from '#src/posts/card/card.ts';
import { firstVersionOf, generatedFrom, openedAt } from '#src/posts/card/versions.ts';
import { sentBefore, unsaved } from '#views/kit/command-refusals.ts';
import { plainRefusal } from '#views/kit/plain-refusal.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { cardContextOf } from '#views/posts/card-modals.ts';
import { cardGone, refusalText } from '#views/posts/refusals.ts';
import { rewriteBlocks, rewriteModal } from '#views/posts/rewrite-modal.ts';
import { permissionFor, roleOf } from './authorize.ts';
import { type Click, onCardButton, openFor, tooLate } from './click.ts';
import { openChoice } from './open-choice.ts';
import { recordRequest } from './record-request.ts';
import { queueWork } from './request.ts';

export const onRewrite: Listener = (app, shared) => {
  onCardButton(app, shared, {
    action: actions.rewrite,
    opens: true,
    async handle(click, deps) {
      const { card } = click;
      const request = await requestOf(deps, card);
      const view = rewriteModal.render(card, request);
      return openFor(deps, click, stillOpen, view, contentRefusal(card, click.contentHash));
    },
  });
  onCardButton(app, shared, {
    action: actions.keep,
    handle: keep,
  });
  listenForSubmission(app, shared);
};

/** A post can be rewritten as long as it can be rejected, that is, until it's decided about. */
const stillOpen = { type: 'reject' } as const;

async function requestOf({ desk }: Deps, card: Card): Promise<AiPostRequest | undefined> {
  const campaign = card.campaign === undefined ? undefined : await desk.get(card.workspace, card.campaign);
  return generatedFrom(card, campaign);
}

function listenForSubmission(app: App, shared: SharedDeps): void {
  const handle = async ({ workspace, by, team, view }: Form, deps: Deps): Promise<FormAnswer> => {
    const about = cardContextOf(view);
    const [card, approversOf] = await Promise.all([
      deps.desk.get(workspace, about.card),
      deps.approversReader.read(workspace),
    ]);
    const nameOf = (user: string): string | undefined => deps.users.known(user).name;
    const atField = (refusal: string): FormAnswer =>
      keepOpen({ [rewriteBlocks.change]: plainRefusal(refusal, { nameOf }) });
    const request = card && (await requestOf(deps, card));
    if (!request) return atField(cardGone(deps.slash('social')));
    const read = rewriteModal.read(view, card, request, reachIn(deps, workspace));
    if ('errors' in read) return keepOpen(read.errors);
    const gate = await permissionFor(deps, approversOf, card, {
      by,
      team,
      permission: 'touch',
      via: 'submission',
    });
    const to = { channel: card.message?.channel ?? card.channel, user: by };
    if (!gate.open) return refusedAfterwards(deps, to, gate.refusal);
    const refused = refusalOf(card, stillOpen) ?? contentRefusal(card, about.content);
    if (refused) return atField(refusalText(refused, deps.slash, by));
    const role = await roleOf(deps, by, team);
    const origin = { id: view.id, workspace, channel: card.channel, by, brand: card.brand, role };
    // the choice before the request, so that no crash leaves a version that the first one doesn't know
    const recorded = await openChoice(deps, card, { card: view.id })
      .then(() => recordRequest(deps, { ...origin, rewriteOf: card }, read.value))
      .catch((cause: unknown) => ({ failed: notSaved(deps, cause, { card: view.id }) }));
    if ('failed' in recorded) return atField(recorded.failed);
    if ('refusal' in recorded) return refusedAfterwards(deps, to, recorded.refusal);
    if ('noFreeSlot' in recorded) return {};
    const { card: version, conflict } = recorded;
    return conflict ? atField(sentBefore) : { after: () => queueWork(deps, version) };
  };
  onForm(app, shared, rewriteModal.id, handle, (cause, { view }) => ({
    [rewriteBlocks.change]: notSaved(shared, cause, { card: view.id }, unsaved),
  }));
}

/** Notes the choice on the first version's card, whose job discards the others. */
async function keep(click: Click, deps: Deps): Promise<string | undefined> {
  const { workspace, by, card } = click;
  const first = await deps.desk.get(workspace, firstVersionOf(card));
  if (!first) return cardGone(deps.slash('social'));
  const refused = refusalOf(card, { type: 'change' }) ?? contentRefusal(card, click.contentHash);
  if (refused) return refusalText(refused, deps.slash, by);
  const kept = { type: 'keep', by, version: card.id, opened: openedAt(card) } as const;
  return tooLate(deps, await deps.desk.transition(workspace, first.id, kept), by);
}
