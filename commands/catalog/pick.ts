import type { App, ExternalSelectAction } from '@slack/bolt';
import { onChoice } from '#commands/kit/choice.ts';
import type { Listener, SharedDeps } from '#commands/kit/command.ts';
import { afterChoice, renderModalAgain } from '#commands/kit/open-view.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { preselectedProfiles } from '#commands/posts/default-profiles.ts';
import { nextSlotShown } from '#commands/posts/next-slot.ts';
import { offeredTemplates } from '#commands/posts/offered-templates.ts';
import { brandSettingsAtHand } from '#commands/settings/brand-settings.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { optionsFor } from '#views/catalog/choices.ts';
import { brandOfProfiles, lists, preselectedLibrary } from '#views/kit/fields.ts';
import { brandOf, contextOf, noChoice } from '#views/kit/parse.ts';
import { brandsList } from '#views/posts/duplicate-modal.ts';
import { withPause } from '#views/posts/paused.ts';
import { postModal } from '#views/posts/post-modal.ts';
import { preselectedList } from '#views/posts/profile-fields.ts';
import { rerenderFor } from '#views/posts/request-modals.ts';
import { withTemplates } from '#views/posts/template-field.ts';
import { loadList } from './lists.ts';

/** The menus of brands, profiles, libraries, and designs in forms. */
export const onPick: Listener = (app, shared) => {
  const fields = Object.values(lists).map((list) => ({ list, action: list as string | RegExp }));
  const others = [
    { list: lists.profiles, action: preselectedList },
    { list: lists.brand, action: brandsList },
    { list: lists.library, action: preselectedLibrary },
  ];
  for (const { list, action } of [...fields, ...others]) {
    app.options(action, async ({ ack, context, options: { view, value, block_id } }) => {
      const deps = await shared.inWorkspace(workspaceOf(context));
      // a form for several brands has a profiles field for each
      const brand = brandOfProfiles(block_id) ?? (view ? brandOf(view)?.id : undefined);
      await ack({ options: optionsFor(await loadList(deps, list, brand), value) });
    });
  }
  listenForBrand(app, shared);
};

/** Another brand has other lists, so the modal is rendered again for it. Slack keeps what was typed. */
function listenForBrand(app: App, shared: SharedDeps): void {
  onChoice<ExternalSelectAction>(app, shared, lists.brand, async ({ action, view, client }, deps) => {
    const option = action.selected_option;
    const modal = shared.commands.find((one) => one.modal?.id === view.callback_id)?.modal;
    if (!modal || !option?.value || option.value === noChoice) return;
    const render = afterChoice(shared, client, { ...action, view });
    const brand = { id: option.value, name: option.text.text };
    const [{ profiles }, rule, templates, paused, nextSlot] = await Promise.all([
      brandSettingsAtHand(deps, deps.workspace, brand.id),
      deps.rules.of(deps.workspace, brand.id),
      offeredTemplates(deps, brand, view.callback_id),
      deps.pauses.of(deps.workspace, brand.id),
      view.callback_id === postModal.id ? nextSlotShown(deps, brand) : undefined,
    ]);
    const ofBrand = { brand, usedLast: undefined, attachedOnly: rule?.attachedOnly, nextSlot };
    const { now, later } = await preselectedProfiles(deps, brand.id, profiles);
    const rendered = (chosen: readonly Named[]) => {
      const form = rerenderFor(view, modal.render({ ...contextOf(view), ...ofBrand }, '', chosen));
      return withPause(withTemplates(form, brand, templates), paused);
    };
    const hash = await render(rendered(now));
    if (!hash) return;
    const only = (await later?.()) ?? [];
    if (only.length > 0) await renderModalAgain(deps, client, { id: view.id, hash }, rendered(only));
  });
}
