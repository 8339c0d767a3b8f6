/**
 * A modal about one card: parses what was entered, and makes the transition or says at the field why it
 * can't.
 */

import type { App, ViewOutput } from '@slack/bolt';
import { checkChosen } from '#commands/catalog/check-chosen.ts';
import { afterwards, notTold, tellAfterwards } from '#commands/kit/afterwards.ts';
import type { Deps, SharedDeps } from '#commands/kit/command.ts';
import { type FormAnswer, keepOpen, onForm, refusedAfterwards } from '#commands/kit/form.ts';
import { interactionFromForm, updateList } from '#commands/kit/in-place.ts';
import { reachIn } from '#commands/kit/workspace.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Chosen, Lists } from '#src/posts/card/chosen.ts';
import type { Refused } from '#src/posts/card/refused.ts';
import type { CurrentApprovers, Permission } from '#src/posts/card/rule.ts';
import type { RequestedTransition } from '#src/posts/card/transition.ts';
import { goesOut } from '#src/posts/card/versions.ts';
import { wrongChoices } from '#views/catalog/choices.ts';
import { block } from '#views/kit/fields.ts';
import type { Reach } from '#views/kit/links.ts';
import { fieldsOf, type Submitted, wroteText } from '#views/kit/parse.ts';
import { plainRefusal } from '#views/kit/plain-refusal.ts';
import { cardContextOf } from '#views/posts/card-modals.ts';
import { cardGone, inQueue, noFreeSlot } from '#views/posts/refusals.ts';
import type { ReadWithTime } from '#views/posts/time-fields.ts';
import { type Authorization, permissionFor } from './authorize.ts';
import { isRetimed, tellClashes } from './clashes.ts';
import { adopted, tooLate } from './click.ts';
import { moveToNextSlot } from './next-slot.ts';
import { timeShown } from './time-shown.ts';

interface Given {
  /** In characters. */
  captionLimit: number;
  emptyCaption: boolean;
  reach: Reach;
}

interface CardModal<T> {
  id: string;
  read(view: Submitted, now: number, card: Card, given: Given): ReadWithTime<T>;
  /** What was chosen from the brand's lists, and the same value with the lists' names. */
  choices?: { of(value: T, card: Card): Chosen; asListed(value: T, lists: Lists, card: Card): T };
}

/** Who makes the transition, and what they saw. */
export type Allowed = Pick<Extract<Authorization, { open: true }>, 'approvers' | 'approves'> & {
  by: string;
  /** The hash of the content for which the modal was opened. */
  contentHash: string;
  /** The modal said that a new time only changes when the post is planned for. */
  onlyPlans: boolean;
  /** The posting slot (UTC) that the post gets, if the next open one was requested. */
  slot?: string;
};

interface After {
  /** The message to a person who opened the modal from a list that doesn't show the result. */
  inList?: (card: Card, approvers: CurrentApprovers | undefined) => string | undefined;
  /** For a modal that was pushed on top of another: updates the lower one. Must not throw. */
  update?: (deps: Deps, client: App['client'], view: ViewOutput, by: string) => Promise<void>;
}

/**
 * The permission is checked again when the modal is submitted, because the rule might have changed while it
 * was open.
 */
export function onCardModal<T>(
  app: App,
  shared: SharedDeps,
  modal: CardModal<T>,
  permission: Permission,
  transitionFor: (value: T, who: Allowed) => RequestedTransition,
  { inList, update }: After = {},
): void {
  onForm(app, shared, modal.id, async ({ workspace, by, team, view, body, client }, deps) => {
    const field = Object.keys(view.state.values)[0] ?? '';
    const about = cardContextOf(view);
    const [known, approversOf, pauseOf] = await Promise.all([
      deps.desk.get(workspace, about.card),
      deps.approversReader.read(workspace),
      deps.pauses.read(workspace),
    ]);
    // a form that was opened from a list can be about a post without a card
    const card = known ?? (await deps.desk.outsidePost(workspace, about.card));
    const atField = (refusal: string, at = field): FormAnswer => {
      const { zone } = deps.users.known(by);
      const nameOf = (user: string): string | undefined => deps.users.known(user).name;
      return keepOpen({ [at]: plainRefusal(refusal, { nameOf, zone, hasWords: wroteText(view) }) });
    };
    if (!card) return atField(cardGone(deps.slash('social')));
    const to = { channel: card.message?.channel ?? card.channel, user: by };
    const { captionLimit, emptyCaption } = deps;
    const given = { captionLimit, emptyCaption, reach: reachIn(shared, workspace) };
    const read = modal.read(view, deps.now(), card, given);
    // at the same time, because each might wait for Slack, which waits three seconds for our answer
    const [authorization, shown] = await Promise.all([
      permissionFor(deps, approversOf, card, { by, team, permission, via: 'submission' }),
      timeShown(deps, body, read, card),
    ]);
    if (!authorization.open) return refusedAfterwards(deps, to, authorization.refusal);
    if (shown || 'errors' in read || 'words' in read) return { ack: shown };
    const { choices } = modal;
    const asking = { ...to, by, brand: card.brand, card, note: 'touch' };
    const checked = choices && (await checkChosen(deps, asking, choices.of(read.value, card)));
    if (checked?.gone) return keepOpen(wrongChoices(checked.gone, card.brand));
    const value = checked ? choices.asListed(read.value, checked.lists, card) : read.value;
    const { approvers, approves } = authorization;
    const who = { by, contentHash: about.content, onlyPlans: about.plans === true, approvers, approves };
    const paused = pauseOf(card.brand.id);
    const origin = { workspace, author: by, channel: about.from?.channel ?? by };
    const owner = known ?? (await adopted(deps, card, approvers, origin));
    const inSlot =
      owner && read.inSlot
        ? await moveToNextSlot(deps, owner, (slot) => ({ ...transitionFor(value, { ...who, slot }), paused }))
        : undefined;
    if (owner && read.inSlot && !inSlot) return atField(noFreeSlot(card.brand, deps.slash('social')));
    const result = inSlot
      ? inSlot.result
      : owner &&
        (await deps.desk.transition(workspace, owner.id, { ...transitionFor(value, who), paused }, owner));
    if (!result || 'refused' in result) {
      const refusal = tooLate(deps, result, by) ?? '';
      return result?.refused.why === 'paused'
        ? refusedAfterwards(deps, to, refusal)
        : atField(refusal, fieldFor(result, view));
    }
    return {
      after: async () => {
        if (inSlot)
          await tellAfterwards(deps, to, inQueue(inSlot.at, card.content.caption, goesOut(result.card)));
        await update?.(deps, client, view, by);
        if (isRetimed(card, result.card)) await tellClashes(deps, to, result.card, view);
        const { from } = about;
        if (!from) return;
        const interaction = interactionFromForm(deps, from, { by, client });
        const says = inList?.(result.card, approvers);
        if (says) await afterwards(deps, notTold, () => interaction.answerPrivately({ text: says }));
        await updateList(interaction, deps, from);
      },
    };
  });
}

/** The field at which a refusal is shown, if it isn't the first one. */
function fieldFor(result: { refused: Refused } | undefined, view: Submitted): string | undefined {
  const isAboutFiles = result !== undefined && 'files' in result.refused;
  return isAboutFiles && fieldsOf(view).blocks.includes(block.media) ? block.media : undefined;
}
