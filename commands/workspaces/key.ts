import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { afterwards, notTold } from '#commands/kit/afterwards.ts';
import { onButton } from '#commands/kit/button.ts';
import type { Command, Deps, SharedDeps } from '#commands/kit/command.ts';
import { type Form, keepOpen, onForm } from '#commands/kit/form.ts';
import { Refusal } from '#src/platform/refusal.ts';
import type { ApiKeys } from '#src/workspaces/api-keys.ts';
import { keyInSettings, onlyAdministratorsCan } from '#views/kit/command-refusals.ts';
import { escapedWithMarks } from '#views/kit/text.ts';
import { keyModal, removeKeyAction } from '#views/workspaces/key-modal.ts';

export const key: Command = {
  word: 'key',
  about: 'Enter, replace, or remove this workspace’s API key (workspace admins only)',
  group: 'set',
  only: 'administrator',
  onlyWhere: ({ apiKeys }) => apiKeys !== undefined,
  keyless: true,

  async run({ workspace, by, trigger, client }, deps) {
    const apiKeys = keysOf(deps);
    await demandAdministrator(deps, by);
    const view = keyModal.render(await apiKeys.about(workspace));
    await client.views.open({ trigger_id: trigger, view });
  },

  listen(app, shared) {
    listenForKey(app, shared);
    listenForRemoval(app, shared);
  },
};

function listenForKey(app: App, shared: SharedDeps): void {
  onForm(app, shared, keyModal.id, async (form, deps) => {
    const read = keyModal.read(form.view);
    if ('errors' in read) return keepOpen(read.errors);
    return {
      ack: { response_action: 'update', view: keyModal.checking() },
      // recorded afterwards, because a key that the service doesn't accept isn't stored anywhere
      after: () => enter(deps, form, read.value),
    };
  });
}

async function enter(deps: Deps, { workspace, by, view, client }: Form, key: string): Promise<void> {
  const apiKeys = keysOf(deps);
  const show = (next: ModalView, text: string): Promise<void> =>
    shown(deps, client, { user: by, view_id: view.id }, next, text);
  try {
    await demandAdministrator(deps, by, 'submission');
    const owner = await apiKeys.enter(workspace, key, by);
    deps.log.info({ workspace, by }, 'an API key was entered');
    await show(keyModal.kept(owner), keyModal.works);
  } catch (cause) {
    const refused = cause instanceof Refusal;
    if (!refused) deps.log.error({ err: cause }, "couldn't save an API key");
    const problem = refused ? `${cause.message} ${cause.hint}`.trim() : keyModal.failed;
    const about = await apiKeys.about(workspace).catch((unread: unknown) => {
      deps.log.warn({ err: unread, workspace }, "couldn't check whether a workspace has an API key");
      return undefined;
    });
    await show(keyModal.render(about, problem), problem);
  }
}

function listenForRemoval(app: App, shared: SharedDeps): void {
  onButton(app, shared, { action_id: removeKeyAction }, async (pressed, deps) => {
    const { workspace, by, view, client } = pressed;
    await demandAdministrator(deps, by, 'click');
    await keysOf(shared).remove(workspace, by);
    await pressed.ack();
    shared.log.info({ workspace, by }, 'an API key was removed');
    const where = { user: by, view_id: view?.id ?? '' };
    if (view) await shown(shared, client, where, keyModal.removed(), keyModal.gone);
  });
}

/** Shows the result in the modal, or sends it in a message if the person has closed that. Never throws. */
async function shown(
  deps: Pick<SharedDeps, 'log'>,
  client: App['client'],
  { user, view_id }: { user: string; view_id: string },
  view: ModalView,
  text: string,
): Promise<void> {
  await afterwards(deps, notTold, () =>
    client.views
      .update({ view_id, view })
      .catch(() => client.chat.postMessage({ channel: user, text: escapedWithMarks(text) })),
  );
}

function keysOf({ apiKeys }: SharedDeps): ApiKeys {
  if (apiKeys) return apiKeys;
  throw new Refusal(...keyInSettings);
}

async function demandAdministrator(
  deps: Deps,
  by: string,
  /** Absent if no form was opened yet: such a refusal isn't recorded. */
  via?: 'submission' | 'click',
): Promise<void> {
  if ((await deps.users.roleOf(by)) === 'administrator') return;
  if (via) await deps.audit.noteRefused(deps.workspace, { by, via, note: 'API key' });
  throw new Refusal(...onlyAdministratorsCan('change the API key', via ? [] : await deps.users.admins()));
}
