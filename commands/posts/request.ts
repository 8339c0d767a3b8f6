/** What all three requests share: opening the modal, loading its lists, and recording what was submitted. */

import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { checkChosen } from '#commands/catalog/check-chosen.ts';
import { afterwards, inform, tellAfterwards } from '#commands/kit/afterwards.ts';
import { onButton } from '#commands/kit/button.ts';
import type { Command, Deps, Invocation, SharedDeps } from '#commands/kit/command.ts';
import {
  type Form,
  type FormAnswer,
  keepOpen,
  notSaved,
  onForm,
  refusedAfterwards,
} from '#commands/kit/form.ts';
import { demandKey, reachIn, workspaceOf } from '#commands/kit/workspace.ts';
import type { Named, Request } from '#src/platform/publishing-api/request.ts';
import type { Role } from '#src/platform/slack/role.ts';
import type { Card } from '#src/posts/card/card.ts';
import { chosenIn, namedAsListed } from '#src/posts/card/chosen.ts';
import { type NotAttached, notAttached } from '#src/posts/card/file-checks.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { wrongChoices } from '#views/catalog/choices.ts';
import { sentBefore, unsaved } from '#views/kit/command-refusals.ts';
import { block } from '#views/kit/fields.ts';
import type { Reach } from '#views/kit/links.ts';
import { contextOf, fieldsOf, type ModalContext, type Submitted } from '#views/kit/parse.ts';
import { plainRefusal } from '#views/kit/plain-refusal.ts';
import { unescaped } from '#views/kit/text.ts';
import { chooseChannel } from '#views/posts/origin-fields.ts';
import { linksMadeAsDraft, madeAsDraft } from '#views/posts/paused.ts';
import { cardIn, inQueue, noFreeSlot } from '#views/posts/refusals.ts';
import { createAction } from '#views/posts/request-modals.ts';
import { type ReadWithTime, slotBlock } from '#views/posts/time-fields.ts';
import { depsToChange, permissionForBrand, roleOf, visitorRefusal } from './authorize.ts';
import { clashLines } from './clashes.ts';
import { openModal } from './open-modal.ts';
import { recordRequest } from './record-request.ts';
import { timeShown } from './time-shown.ts';

export interface RequestModal {
  id: string;
  render(
    context: ModalContext,
    text: string,
    profiles?: readonly Named[],
    links?: readonly string[],
  ): ModalView;
  /** `now`: epoch ms. */
  read(view: Submitted, now: number, reach: Reach): ReadWithTime<Request>;
}

/**
 * A command that opens this modal: by its slash command, by its word after `/social`, and by its global
 * shortcut.
 */
export function requestCommand(
  command: Omit<Command, 'modal' | 'listen' | 'run'> & { slash: string },
  modal: RequestModal,
): Command {
  return {
    ...command,
    changes: true,
    modal,
    listen(app, shared) {
      app.command(shared.slash(command.slash), async ({ command: typed, ack, client, context, respond }) => {
        await ack();
        const { channel_id: channel, trigger_id: trigger, user_id: by } = typed;
        const text = unescaped(typed.text);
        const workspace = workspaceOf(context);
        const deps = await shared.inWorkspace(workspace);
        const refusal = await visitorRefusal(deps, workspace, by, undefined);
        if (refusal) {
          await respond({ response_type: 'ephemeral', text: refusal });
          return;
        }
        demandKey(deps);
        await openModal(deps, modal, { workspace, by, channel, text, trigger, client });
      });
      if (command.shortcut) listenForShortcut(app, shared, command.shortcut.id, modal);
      listenForHomeButton(app, shared, modal);
      listenForSubmission(app, shared, modal);
    },
    run: (invocation, deps) => openModal(deps, modal, invocation),
  };
}

function listenForShortcut(app: App, shared: SharedDeps, id: string, modal: RequestModal): void {
  app.shortcut({ type: 'shortcut', callback_id: id }, async ({ shortcut, ack, client, context }) => {
    await ack();
    const { user, trigger_id: trigger } = shortcut;
    await openElsewhere(shared, modal, { workspace: workspaceOf(context), user, trigger, client });
  });
}

function listenForHomeButton(app: App, shared: SharedDeps, modal: RequestModal): void {
  const action_id = createAction(modal.id);
  onButton(app, shared, { action_id, acksFirst: true }, ({ by, team, ...from }) =>
    openElsewhere(shared, modal, { ...from, user: { id: by, team_id: team } }),
  );
}

/** A global shortcut and the Home tab have no channel, so the modal asks for one. */
async function openElsewhere(
  shared: SharedDeps,
  modal: RequestModal,
  {
    workspace,
    trigger,
    client,
    user,
  }: Pick<Invocation, 'workspace' | 'trigger' | 'client'> & {
    user: { id: string; team_id?: string | undefined };
  },
): Promise<void> {
  const deps = await depsToChange(shared, workspace, user);
  await openModal(deps, modal, { workspace, trigger, client, by: user.id, channel: '', text: '' });
}

function listenForSubmission(app: App, shared: SharedDeps, modal: RequestModal): void {
  const handle = async (form: Form, deps: Deps): Promise<FormAnswer> => {
    const { workspace, body, view } = form;
    const read = modal.read(view, deps.now(), reachIn(deps, workspace));
    if ('errors' in read) return { ack: await timeShown(deps, body, read) };
    const channel = contextOf(view).channel || fieldsOf(view).conversation(block.channel) || '';
    if (channel === '') return keepOpen({ [block.channel]: chooseChannel });
    const checked = await checkSubmission(deps, form, read, channel);
    return 'value' in checked ? recordSubmission(checked) : checked;
  };
  onForm(app, shared, modal.id, handle, (cause, { view }) =>
    atFirstField(view, notSaved(shared, cause, { card: view.id }, unsaved)),
  );
}

/** What a submitted form requests, once everything in it is checked. */
interface Submission {
  deps: Deps;
  view: Form['view'];
  origin: { workspace: string; channel: string; by: string };
  /** Where the person gets messages about it. */
  to: { channel: string; user: string };
  role: Role;
  value: Request;
}

/** The permission, the time and the chosen values. If they aren't fine, the answer to the form. */
async function checkSubmission(
  deps: Deps,
  { workspace, by, team, body, view }: Form,
  read: Exclude<ReadWithTime<Request>, { errors: unknown }>,
  channel: string,
): Promise<FormAnswer | Submission> {
  // in the channel where they typed the command; a person in the Home tab isn't looking at the channel that
  // they chose
  const to = { channel: contextOf(view).channel, user: by };
  const { brand } = 'words' in read ? read : read.value;
  const origin = { workspace, channel, by };
  const role = roleOf(deps, by, team);
  if ('words' in read || read.time) {
    // at the same time, because each might wait for Slack, which waits three seconds for our answer
    const [refusal, shown] = await Promise.all([
      permissionForBrand(deps, { ...origin, brand, team }, role),
      timeShown(deps, body, read),
    ]);
    if (refusal) return refusedAfterwards(deps, to, refusal);
    if (shown || 'words' in read) return { ack: shown };
  }
  const chosen = await checkChosen(deps, { ...origin, brand, note: 'ask' }, chosenIn(read.value));
  if (chosen.gone) return keepOpen(wrongChoices(chosen.gone, brand));
  return { deps, view, origin, to, role: await role, value: namedAsListed(read.value, chosen.lists) };
}

async function recordSubmission(submission: Submission): Promise<FormAnswer> {
  const { deps, view, origin, to, role, value } = submission;
  const { brand } = value;
  const recorded = await recordRequest(deps, { id: view.id, ...origin, brand, role }, value).catch(
    (cause: unknown) => ({ failed: notSaved(deps, cause, { card: view.id }) }),
  );
  if ('failed' in recorded) return keepOpen(atFirstField(view, recorded.failed));
  if ('noFreeSlot' in recorded) {
    const text = plainRefusal(noFreeSlot(brand, deps.slash('social')), { nameOf: () => undefined });
    return keepOpen({ [slotBlock]: text });
  }
  if ('refusal' in recorded) return refusedAfterwards(deps, to, recorded.refusal);
  const { card, conflict, reviewed } = recorded;
  // also for a card that exists already, because the process that recorded it might have died before queueing
  // the work
  if (conflict) return { ...keepOpen(atFirstField(view, sentBefore)), after: () => queueWork(deps, card) };
  return { after: () => afterRecording(submission, card, reviewed) };
}

/** `reviewed`: the channel of its card. */
async function afterRecording(
  { deps, view, origin: { workspace, channel }, to, value }: Submission,
  card: Card,
  reviewed: string,
): Promise<void> {
  await Promise.all([queueWork(deps, card), rememberBrand(deps, workspace, channel, value.brand)]);
  for (const text of await remarksOn(deps, card, view)) await tellAfterwards(deps, to, text);
  const kind = value.kind === 'campaign' ? value.kind : 'post';
  if (reviewed !== channel) await inform(deps, workspace, to, cardIn(reviewed, kind));
}

const atFirstField = ({ state }: Form['view'], text: string): Record<string, string> => ({
  [Object.keys(state.values)[0] ?? '']: text,
});

/**
 * What the form couldn't know about a recorded post, as mrkdwn: a pause, or files that its rule refuses,
 * because of which it's created without its time; the slot that was open; and posts that are close to it and
 * that `form` didn't name. Never throws.
 */
export async function remarksOn(
  deps: Deps,
  card: Card,
  form: { private_metadata: string },
): Promise<string[]> {
  const { request } = card;
  const time = request?.kind === 'post' ? request.scheduledAt : undefined;
  let pause: Paused | undefined;
  let files: NotAttached | undefined;
  let isScheduled: boolean | undefined;
  if (time)
    await afterwards(
      deps,
      "couldn't read the pause and the rule; the answer doesn't say that a post was created without its time",
      async () => {
        pause = await deps.pauses.of(deps.workspace, card.brand.id);
        const rule = await deps.rules.of(deps.workspace, card.brand.id);
        if (rule?.attachedOnly) files = notAttached(card, deps.postFiles);
        isScheduled = !pause && !files && !rule?.scheduled;
      },
    );
  const slot = request?.kind === 'post' && request.inSlot ? time : undefined;
  return [
    ...(pause ? [madeAsDraft(pause, slot)] : []),
    ...(files ? [linksMadeAsDraft(files, slot)] : []),
    ...(slot && !pause && !files ? [inQueue(slot, card.content.caption, isScheduled)] : []),
    await clashLines(deps, card, form),
  ].filter(Boolean);
}

/** Queues the work of a recorded request. If it can't be queued now, the next sweep does it. */
export async function queueWork(deps: SharedDeps, card: Card): Promise<void> {
  try {
    await deps.desk.follow(card);
  } catch (cause) {
    deps.log.warn({ err: cause, card: card.id }, "couldn't queue a request's jobs; the next sweep will");
  }
}

/** The request is already recorded, so a failure here is only logged. */
async function rememberBrand(
  deps: SharedDeps,
  workspace: string,
  channel: string,
  brand: Named,
): Promise<void> {
  await afterwards(deps, "couldn't save a channel's brand", () =>
    deps.lastBrand.set(workspace, channel, brand),
  );
}
