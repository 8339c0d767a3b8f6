/** A click on a card's button: finds the card, checks the permission, and runs the button's action. */
import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Deps, SharedDeps } from '#commands/kit/command.ts';
import { type Interaction, interactionOf } from '#commands/kit/in-place.ts';
import { showModal } from '#commands/kit/open-view.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { channelOfBrand } from '#commands/settings/brand-settings.ts';
import type { Origin } from '#src/platform/publishing-api/request.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { refusalOf, type TransitionResult } from '#src/posts/card/apply-transition.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { Refused } from '#src/posts/card/refused.ts';
import type { CurrentApprovers, Permission } from '#src/posts/card/rule.ts';
import type { RequestedTransition, Transition } from '#src/posts/card/transition.ts';
import { unreadableRequest } from '#views/kit/command-refusals.ts';
import { type OpenedFrom, readRow } from '#views/kit/paged.ts';
import { type CardAction, permissionOf, readCardButton } from '#views/posts/card-buttons.ts';
import { keeping } from '#views/posts/card-modals.ts';
import { resumedSince } from '#views/posts/paused.ts';
import { cardGone, refusalText } from '#views/posts/refusals.ts';
import { answerClick, type ClickAnswer, textOf } from './answer-click.ts';
import { permissionFor } from './authorize.ts';
import { clashLines, isRetimed } from './clashes.ts';

export interface Click {
  card: Card;
  workspace: string;
  by: string;
  /** The hash of the content above the button, if the button has it. */
  contentHash: string | undefined;
  /**
   * How often the card's operations had been requested when the button was rendered, if the button has that
   * number.
   */
  attempt: number | undefined;
  /** The button said that others still have to approve. */
  moreNeeded: boolean;
  approvers: CurrentApprovers | undefined;
  approves: boolean;
  paused: Paused | undefined;
  channel: string;
  block: string;
  /** The list with the button's row. */
  from: OpenedFrom | undefined;
  /** The modal or Home tab with the button. */
  view: BlockAction['view'];
  trigger: string;
  client: App['client'];
}

interface Handling {
  /** Runs before the click is acknowledged. The person who clicked gets its result afterwards. */
  handle(click: Click, deps: Deps): Promise<ClickAnswer>;
  /**
   * The button opens a form, which updates the list from which it was opened, and creates a card for a post
   * that has none.
   */
  opens?: true;
  /** False, also for forms: for a post without a card, `handle` gets the card that it would get. */
  adopts?: boolean;
  /** For a list of its own: replaces telling the person the result of `handle`. */
  after?(interaction: Interaction, deps: Deps, block: string, text: string | undefined): Promise<void>;
}

/**
 * A button that isn't in `permissionOf` names the permission that it needs. `look` changes nothing, so everyone has
 * it.
 */
type CardButton = Handling &
  ({ action: CardAction; permission?: never } | { action: string; permission: Permission | 'look' });

/** Listens for a button of cards, and checks the permission. */
export function onCardButton(app: App, shared: SharedDeps, what: CardButton): void {
  const { action: action_id, handle, opens, adopts = !opens, after } = what;
  const permission = (card: Card): Permission | 'look' => what.permission ?? permissionOf[what.action](card);
  app.action<BlockAction<ButtonAction>>({ type: 'block_actions', action_id }, async (args) => {
    const { body, action, client, context } = args;
    const workspace = workspaceOf(context);
    const by = body.user.id;
    const channel = body.channel?.id ?? by;
    const row = readRow(action.block_id);
    const button = readCardButton(action.value);
    // buttons of every release have the id there, so this isn't one of an older release
    if (button.id === '') throw new Refusal(...unreadableRequest);
    const deps = await shared.inWorkspace(workspace);
    const answer = await clicked(
      deps,
      permission,
      { handle, adopts },
      {
        workspace,
        by,
        team: body.user.team_id,
        ...button,
        channel,
        block: action.block_id,
        from: row && { ...row, channel, address: body.response_url },
        view: body.view,
        trigger: body.trigger_id,
        client,
      },
    );
    if (!after) return answerClick({ args, deps, card: button.id, answer, opens: opens === true });
    await args.ack();
    await after(interactionOf(args), deps, action.block_id, textOf(answer));
  });
}

async function clicked(
  deps: Deps,
  permission: (card: Card) => Permission | 'look',
  { handle, adopts }: Pick<Handling, 'handle'> & { adopts: boolean },
  {
    id,
    team,
    isPaused,
    ...who
  }: Omit<Click, 'card' | 'approvers' | 'approves' | 'paused'> & {
    id: string;
    team: string | undefined;
    isPaused: boolean;
  },
): Promise<ClickAnswer> {
  const { workspace, by, channel } = who;
  const [known, approversOf, pauseOf] = await Promise.all([
    deps.desk.get(workspace, id),
    deps.approversReader.read(workspace),
    deps.pauses.read(workspace),
  ]);
  const found = known ?? (await deps.desk.outsidePost(workspace, id));
  if (!found) return cardGone(deps.slash('social'));
  const neededPermission = permission(found);
  const authorization =
    neededPermission === 'look'
      ? { open: true as const, approvers: undefined, approves: false }
      : await permissionFor(deps, approversOf, found, {
          by,
          team,
          permission: neededPermission,
          via: 'click',
        });
  if (!authorization.open) return authorization.refusal;
  const paused = pauseOf(found.brand.id);
  if (isPaused && !paused) {
    if (known) await deps.desk.transition(workspace, id, { type: 'rerender' });
    return resumedSince;
  }
  // a list can show posts that were created elsewhere, and the first click creates their cards
  const card =
    known ??
    (adopts
      ? await adopted(deps, found, authorization.approvers, { workspace, author: by, channel })
      : found);
  if (!card) return cardGone(deps.slash('social'));
  const { approvers, approves } = authorization;
  return handle({ ...who, card, approvers, approves, paused }, deps);
}

/** Adopts a post from a list, in the channel of its brand's cards. */
export async function adopted(
  deps: Deps,
  { id, brand }: Card,
  approvers: CurrentApprovers | undefined,
  origin: Origin,
): Promise<Card | undefined> {
  const channel = await channelOfBrand(deps, origin.workspace, {
    brand: brand.id,
    approvers,
    otherwise: origin.channel,
  });
  return deps.desk.adopt({ ...origin, channel }, id);
}

/**
 * Opens a modal for a transition, or returns why the transition isn't possible now. `why`: another reason
 * against it.
 */
export async function openFor(
  deps: Pick<SharedDeps, 'slash'>,
  click: Click,
  transition: Pick<Transition, 'type'>,
  view: ModalView,
  why?: Refused,
): Promise<string | undefined> {
  const refused = refusalOf(click.card, transition) ?? why;
  if (refused) return refusalText(refused, deps.slash, click.by);
  const { from } = click;
  await showModal(click, from ? keeping(view, { from }) : view);
  return undefined;
}

/** The card's buttons don't say what they'd do now. */
const outdated = new Set<Refused['why']>(['final_approval', 'time_passed']);

/**
 * Makes the transition of a click, or returns who was first. Warns about what is close to a post that got its
 * time back.
 */
export async function transitionOnClick(
  deps: SharedDeps,
  click: Click,
  transition: RequestedTransition,
): Promise<ClickAnswer> {
  const { workspace, card } = click;
  const result = await deps.desk.transition(workspace, card.id, transition, card);
  if (result && 'refused' in result && outdated.has(result.refused.why))
    await deps.desk.transition(workspace, card.id, { type: 'rerender' });
  const refusal = tooLate(deps, result, click.by);
  if (refusal || !result || 'refused' in result || !isRetimed(card, result.card)) return refusal;
  const clashes = await clashLines(deps, result.card);
  return clashes ? { done: clashes } : undefined;
}

/**
 * The answer to a click or submission by `reader` that was too late; `undefined` if the transition was made.
 */
export function tooLate(
  deps: Pick<SharedDeps, 'slash'>,
  result: TransitionResult | undefined,
  reader?: string,
): string | undefined {
  if (!result) return cardGone(deps.slash('social'));
  return 'refused' in result ? refusalText(result.refused, deps.slash, reader) : undefined;
}
