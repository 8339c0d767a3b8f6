/** The form in which admins choose where a brand's team is notified. It explains each choice as soon as it's made. */

import type { App, StaticSelectAction } from '@slack/bolt';
import { onlyAdministrators } from '#commands/kit/administrators.ts';
import { onAdministratorsForm } from '#commands/kit/administrators-form.ts';
import { onButton } from '#commands/kit/button.ts';
import { onChoice } from '#commands/kit/choice.ts';
import type { SharedDeps } from '#commands/kit/command.ts';
import { afterChoice } from '#commands/kit/open-view.ts';
import { describePlaces } from '#src/settings/settings.ts';
import type { Submitted } from '#views/kit/parse.ts';
import { placesActions, placesModal, placesSaved } from '#views/notifications/places-modal.ts';
import { brandSettingsContextOf } from '#views/settings/brand-modal.ts';

/** `toSet`: what only administrators can do. */
export function onNotificationSettings(
  app: App,
  shared: SharedDeps,
  toSet: { note: string; may: string },
): void {
  onButton(app, shared, { action_id: placesActions.open, asks: true }, async (asked, deps) => {
    const { workspace, by, trigger, client } = asked;
    if (!asked.view) return;
    await onlyAdministrators(deps, by, 'click', toSet);
    const { channel, brand } = brandSettingsContextOf(asked.view);
    const [{ notifications }, rule] = await Promise.all([
      deps.teamSettings.brand(workspace, brand.id),
      deps.rules.of(workspace, brand.id),
    ]);
    const view = placesModal.render({ channel, brand }, notifications, rule !== undefined);
    await client.views.push({ trigger_id: trigger, view });
  });

  onChoice<StaticSelectAction>(app, placesActions.choose, async ({ action, view, client, workspace }) => {
    const render = afterChoice(shared, client, { ...action, view });
    const deps = await shared.inWorkspace(workspace);
    const about = placesModal.contextOf(view);
    const rule = await deps.rules.of(workspace, about.brand.id);
    await render(placesModal.render(about, placesModal.read(view), rule !== undefined));
  });

  const form = {
    id: placesModal.id,
    wish: toSet,
    read: (view: Submitted) => ({ value: placesModal.read(view) }),
  };
  onAdministratorsForm(app, shared, form, async ({ view, deps, workspace, by, value: notifications }) => {
    const { channel, brand } = placesModal.contextOf(view);
    const settings = await deps.teamSettings.brand(workspace, brand.id);
    const note = describePlaces(notifications);
    await deps.audit.add(workspace, {
      ...{ by, what: 'set', brand, channel, via: 'submission', note, result: 'saved' },
    });
    await deps.teamSettings.setBrand(workspace, brand.id, { ...settings, notifications });
    return { ack: { response_action: 'update', view: placesSaved(brand, notifications) } };
  });
}
