/** The conversation that all three requests share: open the modal, load its lists, record what was submitted. */
import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Card } from '#src/cards/card.ts';
import type { Named, Request } from '#src/cards/request.ts';
import { contextOf, type ModalContext, type Read, type Submitted } from '#views/read.ts';
import { reviewedIn } from '#views/refusals.ts';
import type { Asked, Command, Deps, SharedDeps } from '../command.ts';
import { brandGate, outsiderRefusal } from './gate.ts';
import { demandKey } from './key.ts';
import { workspaceOf } from './workspace.ts';

interface RequestModal {
  id: string;
  render(context: ModalContext, text: string): ModalView;
  read(view: Submitted, now: number): Read<Request>;
}

/** A command that opens this modal: by its slash command, and by its word after `/social`. */
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
        const refusal = await outsiderRefusal(deps, workspace, by, undefined);
        if (refusal) {
          await respond({ response_type: 'ephemeral', text: refusal });
          return;
        }
        demandKey(deps);
        await openModal(deps, modal, { workspace, channel, text, trigger, client });
      });
      listenForSubmission(app, shared, modal);
    },
    run: (asked, deps) => openModal(deps, modal, asked),
  };
}

function listenForSubmission(app: App, shared: SharedDeps, modal: RequestModal): void {
  app.view(modal.id, async ({ ack, body, context, view }) => {
    const read = modal.read(view, shared.now());
    if ('errors' in read) {
      await ack({ response_action: 'errors', errors: read.errors });
      return;
    }
    const { channel } = contextOf(view);
    const workspace = workspaceOf(context);
    const field = Object.keys(view.state.values)[0] ?? '';
    const by = body.user.id;
    const to = { channel, user: by };
    let deps: Deps;
    let reviewed: string;
    let recorded: Awaited<ReturnType<typeof shared.desk.record>>;
    try {
      deps = await shared.inWorkspace(workspace);
      const { panel, refusal } = await brandGate(deps, {
        workspace,
        channel,
        by,
        of: body.user.team_id,
        brand: read.value.brand,
      });
      if (refusal) {
        await ack();
        await deps.teller.tell(to, { text: refusal });
        return;
      }
      reviewed = panel?.rule.channel ?? channel;
      recorded = await deps.desk.record(view.id, { workspace, author: by, channel: reviewed }, read.value);
    } catch (cause) {
      const unsaved =
        'Not saved, and nothing was sent. Your words are still here: send this same form again in a minute.';
      await ack({ response_action: 'errors', errors: { [field]: unsaved } });
      throw cause;
    }
    if (recorded.conflict) {
      const sent = 'This form was sent before, with other words; its card is in the channel. Open a new one.';
      await ack({ response_action: 'errors', errors: { [field]: sent } });
    } else await ack();
    // also for a card that stands already: what recorded it may have died before it queued the work
    await startWork(deps, recorded.card);
    if (recorded.conflict) return;
    if (reviewed !== channel) await deps.teller.tell(to, { text: reviewedIn(reviewed) });
    await rememberBrand(deps, workspace, channel, read.value.brand);
  });
}

/** The brand to begin with. Without Redis the modal still opens, and nothing typed into it is lost. */
async function brandAtHand(
  deps: Deps,
  workspace: string,
  channel: string,
): Promise<{ brand?: Named | undefined; known: boolean }> {
  try {
    const [last, known] = await Promise.all([
      deps.lastBrand.get(workspace, channel),
      deps.choices.peekBrands(),
    ]);
    return { brand: known?.length === 1 ? known[0] : last, known: known !== undefined };
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the brand of a channel could not be read');
    return { known: true };
  }
}

type Opening = Pick<Asked, 'workspace' | 'channel' | 'text' | 'trigger' | 'client'>;

/** Opens at once with what is at hand; when the brands are not, they are loaded behind and a single one is chosen. */
export async function openModal(
  deps: Deps,
  modal: Pick<RequestModal, 'render'>,
  { workspace, channel, text, trigger, client }: Opening,
): Promise<void> {
  const { brand, known } = await brandAtHand(deps, workspace, channel);
  const context: ModalContext = { channel, ...(brand && { brand }) };
  const opened = await client.views.open({ trigger_id: trigger, view: modal.render(context, text.trim()) });
  if (brand || known) return;
  const brands = await loadBrands(deps);
  const [single] = brands;
  const id = opened.view?.id;
  if (brands.length !== 1 || !single || !id) return;
  await client.views.update({
    view_id: id,
    ...(opened.view?.hash && { hash: opened.view.hash }),
    view: modal.render({ channel, brand: single }, text.trim()),
  });
}

/** None when they do not come: the list in the modal then says why. */
async function loadBrands(deps: Deps): Promise<Named[]> {
  try {
    return await deps.choices.brands();
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the brands could not be loaded for a modal');
    return [];
  }
}

/** What is recorded is accepted: what cannot be queued now is found by the next round. */
async function startWork(deps: SharedDeps, card: Card): Promise<void> {
  try {
    await deps.desk.follow(card);
  } catch (cause) {
    deps.log.warn({ err: cause, card: card.id }, 'what follows from a request could not be queued at once');
  }
}

/** The request is recorded by now, so this may fail without a word to anybody but the log. */
async function rememberBrand(
  deps: SharedDeps,
  workspace: string,
  channel: string,
  brand: Named,
): Promise<void> {
  try {
    await deps.lastBrand.set(workspace, channel, brand);
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the brand of a channel was not kept');
  }
}
