import type { App, BlockAction, ExternalSelectAction } from '@slack/bolt';
import { type ChoiceList, optionsFor } from '#views/choices.ts';
import { lists } from '#views/fields.ts';
import { brandOf, contextOf, noChoice } from '#views/read.ts';
import { redrawFor } from '#views/request-modals.ts';
import type { Command, Deps } from './command.ts';
import { workspaceOf } from './parts/workspace.ts';

export const pick: Command = {
  about: 'Fill the lists of brands, profiles, libraries and designs while people type',
  listen(app, shared) {
    for (const list of Object.values(lists)) {
      app.options(list, async ({ ack, context, options: { view, value } }) => {
        const deps = await shared.inWorkspace(workspaceOf(context));
        const brand = view ? brandOf(view)?.id : undefined;
        await ack({ options: optionsFor(await loadList(deps, list, brand), value) });
      });
    }
    listenForBrand(app);
  },
};

async function loadList(
  deps: Deps,
  list: keyof typeof lists,
  brand: string | undefined,
): Promise<ChoiceList> {
  const { choices } = deps;
  try {
    if (list === 'brand') return { named: await choices.brands(), what: 'brands' };
    if (!brand) return { missing: 'brand' };
    if (list === 'profiles') return { profiles: await choices.profiles(brand) };
    return list === 'library'
      ? { named: await choices.hashtagLibraries(brand), what: 'hashtag libraries' }
      : { named: await choices.studioDesigns(brand), what: 'designs' };
  } catch (cause) {
    deps.log.warn({ err: cause, list }, 'a list could not be loaded');
    return { missing: (cause as { kind?: unknown }).kind === 'key' ? 'key' : 'answer' };
  }
}

/** Another brand has other lists: the modal is drawn again for it, and Slack keeps what was typed. */
function listenForBrand(app: App): void {
  app.action<BlockAction<ExternalSelectAction>>(
    { type: 'block_actions', action_id: lists.brand },
    async ({ ack, body, action, client }) => {
      await ack();
      const { view } = body;
      const option = action.selected_option;
      if (!view || !option?.value || option.value === noChoice) return;
      const brand = { id: option.value, name: option.text.text };
      const redrawn = redrawFor(view, { ...contextOf(view), brand });
      if (redrawn) await client.views.update({ view_id: view.id, view: redrawn });
    },
  );
}
