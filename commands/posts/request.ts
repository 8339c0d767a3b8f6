/** The conversation that all three requests share: open the modal, load its lists, record what was submitted. */

import type { App, ViewResponseAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { checkChosen } from '#commands/catalog/check-chosen.ts';
import { afterwards, tellAfterwards } from '#commands/kit/afterwards.ts';
import type { Command, Deps, SharedDeps } from '#commands/kit/command.ts';
import { inform } from '#commands/kit/inform.ts';
import { demandKey } from '#commands/kit/needs-key.ts';
import { reachIn } from '#commands/kit/reach.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import type { Named, Request } from '#src/platform/publishing-api/request.ts';
import { Refusal } from '#src/platform/refusal.ts';
import type { Card } from '#src/posts/card/card.ts';
import { chosenIn, namedAsListed } from '#src/posts/card/chosen.ts';
import { wrongChoices } from '#views/catalog/choices.ts';
import { maybeSaved, sentBefore, unsaved } from '#views/kit/command-refusals.ts';
import { block } from '#views/kit/fields.ts';
import type { Reach } from '#views/kit/links.ts';
import { contextOf, fieldsOf, type ModalContext, type Submitted } from '#views/kit/parse.ts';
import { plainRefusal } from '#views/kit/plain-refusal.ts';
import { chooseChannel } from '#views/posts/origin-fields.ts';
import { madeAsDraft } from '#views/posts/paused.ts';
import { cardIn, inQueue, noFreeSlot } from '#views/posts/refusals.ts';
import { type ReadWithTime, slotBlock } from '#views/posts/time-fields.ts';
import { permissionForBrand, roleOf, visitorRefusal } from './authorize.ts';
import { tellClashes } from './clashes.ts';
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
  /** `now` in epoch milliseconds. */
  read(view: Submitted, now: number, reach: Reach): ReadWithTime<Request>;
}

/** A command that opens this modal: by its slash command, by its word after `/social`, and by its global shortcut. */
export function requestCommand(
  command: Omit<Command, 'listen' | 'run'> & { slash: string },
  modal: RequestModal,
): Command {
  return {
    ...command,
    changes: true,
    listen(app, shared) {
      app.command(shared.slash(command.slash), async ({ command: typed, ack, client, context, respond }) => {
        await ack();
        const { channel_id: channel, text, trigger_id: trigger, user_id: by } = typed;
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
      listenForSubmission(app, shared, modal);
    },
    run: (asked, deps) => openModal(deps, modal, asked),
  };
}

/** A global shortcut comes from no channel, so the modal asks for one. */
function listenForShortcut(app: App, shared: SharedDeps, id: string, modal: RequestModal): void {
  app.shortcut({ type: 'shortcut', callback_id: id }, async ({ shortcut, ack, client, context }) => {
    await ack();
    const workspace = workspaceOf(context);
    const deps = await shared.inWorkspace(workspace);
    const refusal = await visitorRefusal(deps, workspace, shortcut.user.id, shortcut.user.team_id);
    if (refusal) throw new Refusal(refusal, '');
    demandKey(deps);
    const opening = {
      workspace,
      by: shortcut.user.id,
      channel: '',
      text: '',
      trigger: shortcut.trigger_id,
      client,
    };
    await openModal(deps, modal, opening);
  });
}

function listenForSubmission(app: App, shared: SharedDeps, modal: RequestModal): void {
  app.view(modal.id, async ({ ack, body, context, view }) => {
    const workspace = workspaceOf(context);
    const read = modal.read(view, shared.now(), reachIn(shared, workspace));
    if ('errors' in read) {
      await ack(await allWrong(shared, workspace, body, read));
      return;
    }
    const channel = contextOf(view).channel || fieldsOf(view).conversation(block.channel) || '';
    if (channel === '') {
      await ack({ response_action: 'errors', errors: { [block.channel]: chooseChannel } });
      return;
    }
    const field = Object.keys(view.state.values)[0] ?? '';
    const by = body.user.id;
    const to = { channel, user: by };
    let deps: Deps;
    let value: Request;
    let recorded: Awaited<ReturnType<typeof recordRequest>>;
    let recording = false;
    try {
      deps = await shared.inWorkspace(workspace);
      const { brand } = 'words' in read ? read : read.value;
      const of = body.user.team_id;
      const asked = { workspace, channel, by, brand };
      const role = roleOf(deps, by, of);
      if ('words' in read || read.picked) {
        // at once: each may wait for Slack, which waits three seconds for the answer
        const [refusal, shown] = await Promise.all([
          permissionForBrand(deps, { ...asked, of }, role),
          timeShown(deps, body, read),
        ]);
        if (refusal) {
          await ack();
          await tellAfterwards(deps, to, refusal);
          return;
        }
        if (shown || 'words' in read) {
          await ack(shown);
          return;
        }
      }
      const { lists, wrong } = await checkChosen(deps, { ...asked, note: 'ask' }, chosenIn(read.value));
      if (wrong) {
        await ack({ response_action: 'errors', errors: wrongChoices(wrong, brand) });
        return;
      }
      value = namedAsListed(read.value, lists);
      recording = true;
      recorded = await recordRequest(
        deps,
        { id: view.id, ...asked, brand: value.brand, role: await role },
        value,
      );
    } catch (cause) {
      if (cause instanceof Refusal) throw cause;
      const failure = shared.storeTrouble.failureOf(cause);
      const isUnsaved = !recording || failure === 'not sent' || failure === 'refused';
      const says = isUnsaved ? unsaved : maybeSaved;
      shared.log.error({ err: cause, card: view.id, says }, 'a request could not be recorded');
      await ack({ response_action: 'errors', errors: { [field]: says } });
      return;
    }
    if ('noFreeSlot' in recorded) {
      const text = plainRefusal(noFreeSlot(value.brand, shared.slash('social')), { nameOf: () => undefined });
      await ack({ response_action: 'errors', errors: { [slotBlock]: text } });
      return;
    }
    if ('refusal' in recorded) {
      await ack();
      await tellAfterwards(deps, to, recorded.refusal);
      return;
    }
    const { reviewed } = recorded;
    if (recorded.conflict) {
      await ack({ response_action: 'errors', errors: { [field]: sentBefore } });
    } else await ack();
    await Promise.all([
      // also for a card that stands already: what recorded it may have died before it queued the work
      startWork(deps, recorded.card),
      recorded.conflict ? undefined : rememberBrand(deps, workspace, channel, value.brand),
    ]);
    if (recorded.conflict) return;
    const { request } = recorded.card;
    await Promise.all([tellPaused(deps, to, request), tellQueued(deps, to, request)]);
    await tellClashes(deps, to, recorded.card);
    const of = value.kind === 'campaign' ? value.kind : 'post';
    if (reviewed !== channel) await inform(deps, workspace, to, cardIn(reviewed, of));
  });
}

/** What is wrong with words for a time is named too, as far as someone can read them, and what was shown of others taken off. */
async function allWrong(
  shared: SharedDeps,
  workspace: string,
  body: Parameters<typeof timeShown>[1],
  read: Extract<ReadWithTime<Request>, { errors: unknown }>,
): Promise<ViewResponseAction> {
  const wrong = { response_action: 'errors', errors: read.errors } as const;
  try {
    return (await timeShown(await shared.inWorkspace(workspace), body, read)) ?? wrong;
  } catch (cause) {
    shared.log.warn({ err: cause }, 'the words for a time were not read');
    return wrong;
  }
}

/** What is asked for with a time while it is frozen is made without it. */
async function tellPaused(
  deps: Deps,
  to: { channel: string; user: string },
  asked: Request | undefined,
): Promise<void> {
  if (asked?.kind !== 'post' || !asked.scheduledAt) return;
  await afterwards(deps, 'nobody was told that a post is made without its time', async () => {
    const pause = await deps.pauses.of(deps.workspace, asked.brand.id);
    if (pause) await tellAfterwards(deps, to, madeAsDraft(pause));
  });
}

/** Which slot was free is known only now. */
async function tellQueued(
  deps: Deps,
  to: { channel: string; user: string },
  asked: Request | undefined,
): Promise<void> {
  if (asked?.kind === 'post' && asked.inSlot && asked.scheduledAt)
    await tellAfterwards(deps, to, inQueue(asked.scheduledAt));
}

/** What is recorded is accepted: what cannot be queued now is found by the next round. */
export async function startWork(deps: SharedDeps, card: Card): Promise<void> {
  try {
    await deps.desk.follow(card);
  } catch (cause) {
    deps.log.warn({ err: cause, card: card.id }, 'what follows from a request could not be queued at once');
  }
}

/** The request is recorded by now, so this may fail without a word to anyone but the log. */
async function rememberBrand(
  deps: SharedDeps,
  workspace: string,
  channel: string,
  brand: Named,
): Promise<void> {
  await afterwards(deps, 'the brand of a channel was not kept', () =>
    deps.lastBrand.set(workspace, channel, brand),
  );
}
