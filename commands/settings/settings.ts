import { randomUUID } from 'node:crypto';
import type { App, ExternalSelectAction, StaticSelectAction } from '@slack/bolt';
import { checkChosen } from '#commands/catalog/check-chosen.ts';
import { loadList } from '#commands/catalog/lists.ts';
import { brandWithId } from '#commands/catalog/which-brand.ts';
import { isAdministrator, onAdministratorsForm, onlyAdministrators } from '#commands/kit/administrators.ts';
import { orElse, tellAfterwards } from '#commands/kit/afterwards.ts';
import { onButton } from '#commands/kit/button.ts';
import { onChoice } from '#commands/kit/choice.ts';
import type { Command, Deps, SharedDeps } from '#commands/kit/command.ts';
import { keepOpen, onForm } from '#commands/kit/form.ts';
import { openLoading } from '#commands/kit/loading-modal.ts';
import { afterChoice, renderModalAgain } from '#commands/kit/open-view.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { sorted } from '#commands/posts/default-profiles.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import {
  type BrandSettings,
  describeBrandSettings,
  describeDestinations,
  describePersonSettings,
  type PersonSettings,
  shownOf,
  withEdited,
  withSetUp,
} from '#src/settings/settings.ts';
import { optionsFor } from '#views/catalog/choices.ts';
import { contextOf, noChoice, type Submitted } from '#views/kit/parse.ts';
import { zoneList, zoneOptions } from '#views/kit/zone-names.ts';
import { brandSettingsContextOf, brandSettingsModal } from '#views/settings/brand-modal.ts';
import { brandCheck, ownCheck, settingsOutdated, settingsSaved } from '#views/settings/check.ts';
import {
  destinationsActions,
  destinationsModal,
  destinationsSaved,
} from '#views/settings/destinations-modal.ts';
import { settingsBrand, settingsModal } from '#views/settings/modal.ts';

export const settings: Command = {
  word: 'settings',
  about:
    'Choose your defaults, direct messages, and quiet hours, and set up brands if you’re a workspace admin',
  group: 'set',
  partly: { may: 'edit a brand’s settings', only: 'administrator' },
  changes: true,

  async run({ workspace, channel, by, trigger, client }, deps) {
    const [own, administrator] = await Promise.all([
      deps.teamSettings.person(workspace, by),
      isAdministrator(deps, by),
    ]);
    const view = settingsModal.render({ channel, menu: randomUUID() }, own, administrator);
    await client.views.open({ trigger_id: trigger, view });
  },

  listen(app, shared) {
    listenForOwn(app, shared);
    listenForBrand(app, shared);
    listenForCheck(app, shared);
    listenForSave(app, shared);
    listenForLists(app, shared);
    listenForNotifications(app, shared);
  },
};

function listenForOwn(app: App, shared: SharedDeps): void {
  onForm(app, shared, settingsModal.id, async ({ view }, deps) => {
    const read = settingsModal.read(view);
    if ('errors' in read) return keepOpen(read.errors);
    const own = read.value;
    const known = await deps.catalog.peekBrands();
    if (own.brand && known && !known.some(({ id }) => id === own.brand?.id))
      return keepOpen(settingsModal.brandGone);
    const { channel } = contextOf(view);
    return { ack: { response_action: 'push', view: ownCheck.render({ channel, own }) } };
  });

  onForm(app, shared, ownCheck.id, async ({ by, view }, deps) => {
    const { channel, own } = ownCheck.read(view);
    await saveOwn(deps, { by, channel }, own);
    return {
      ack: { response_action: 'clear' },
      after: () => tellAfterwards(deps, { channel, user: by }, settingsSaved(undefined)),
    };
  });
}

async function saveOwn(
  deps: Deps,
  { by, channel }: { by: string; channel: string },
  own: PersonSettings,
): Promise<void> {
  const { workspace } = deps;
  const entry = entryOf(deps, { by, channel, note: describePersonSettings(own) });
  await deps.teamSettings.setPerson(workspace, by, own, entry);
  deps.audit.soon(workspace);
}

const entryOf = (deps: Deps, change: Pick<AuditEntry, 'by' | 'channel' | 'note' | 'brand'>): AuditEntry => ({
  at: isoNow(deps),
  what: 'set',
  via: 'submission',
  result: 'saved',
  ...change,
});

const toSet = { note: 'change settings', may: 'edit a brand’s settings' };

/**
 * Opens the settings of the chosen brand, with what was chosen above, and clears the menu, so that the same
 * brand can be chosen again.
 */
function listenForBrand(app: App, shared: SharedDeps): void {
  onChoice<ExternalSelectAction>(app, shared, settingsBrand, async (choice, deps) => {
    const { action, view, workspace, by, trigger, client } = choice;
    const id = action.selected_option?.value;
    if (!id || id === noChoice) return;
    await onlyAdministrators(deps, by, 'click', toSet);
    const own = await deps.teamSettings.person(workspace, by);
    const { channel } = contextOf(view);
    const chosen = settingsModal.read(view);
    const isOther = 'value' in chosen && describePersonSettings(chosen.value) !== describePersonSettings(own);
    const opening = { trigger, client, waiting: 'Loading settings…', push: true };
    await openLoading(deps, opening, async () => {
      const [brand, known, setting] = await Promise.all([
        brandWithId(deps, id),
        profilesOf(deps, id),
        deps.teamSettings.brand(workspace, id),
      ]);
      const { there: profiles, gone } = sorted(setting.profiles, known);
      const { others: shown } = shownOf(setting);
      const about = { channel, brand, shown, ...(isOther && { own: chosen.value }) };
      return brandSettingsModal.render(about, { ...setting, profiles }, deps.now(), gone);
    });
    const emptied = settingsModal.render({ channel, menu: randomUUID() }, own, true);
    await renderModalAgain(deps, client, { id: view.id }, emptied);
  });
}

/** `undefined` if they can't be read, in which case the ones that were set stay. */
const profilesOf = (deps: Deps, brand: string): Promise<Named[] | undefined> =>
  orElse<Named[] | undefined>(
    deps,
    undefined,
    { problem: "couldn't check a brand's default profiles", brand },
    () => deps.catalog.profiles(brand),
  );

function listenForCheck(app: App, shared: SharedDeps): void {
  const form = { id: brandSettingsModal.id, permission: toSet, read: brandSettingsModal.read };
  onAdministratorsForm(app, shared, form, async ({ view, deps, workspace, by, value }) => {
    const about = brandSettingsContextOf(view);
    const { channel } = value;
    const { brand } = about;
    const asking = { by, channel: about.channel, brand, note: toSet.note };
    const [checked, mayPost, stored] = await Promise.all([
      checkChosen(deps, asking, { profiles: value.profiles }),
      channel ? deps.channels.mayPost(channel) : true,
      deps.teamSettings.brand(workspace, brand.id),
    ]);
    const settings = withEdited(stored, withSetUp(value, { was: stored, by, now: deps.now() }), about.shown);
    if (settings === 'outdated') return keepOpen(brandSettingsModal.outdated);
    if (mayPost === false) return keepOpen(brandSettingsModal.noChannel);
    if (checked.gone?.profiles) return keepOpen(brandSettingsModal.profilesGone(checked.gone.profiles));
    const [rule, reader, nextDigest, nextReport] = await Promise.all([
      deps.rules.of(workspace, about.brand.id),
      deps.users.zoneOf(by),
      digestAfter(value, deps.now()),
      reportAfter(value, deps.now()),
    ]);
    const context = {
      ruleChannel: rule?.channel,
      hasRule: rule !== undefined,
      reader,
      now: deps.now(),
      nextDigest,
      nextReport,
      unsure: mayPost === undefined,
    };
    return { ack: { response_action: 'push', view: brandCheck.render({ ...about, settings }, context) } };
  });
}

type Entered = Omit<BrandSettings, 'notifications'>;

async function reportAfter({ report, zone }: Entered, now: number): Promise<number | undefined> {
  if (report === 'off' || !zone) return undefined;
  const { nextWeekly } = await import('#src/time/weekly.ts');
  return nextWeekly(report, zone, now);
}

async function digestAfter({ digest, zone }: Entered, now: number): Promise<number | undefined> {
  if (digest === 'off' || !zone) return undefined;
  const { nextOnWeekday } = await import('#src/time/moments.ts');
  return nextOnWeekday(digest.at, zone, now);
}

function listenForSave(app: App, shared: SharedDeps): void {
  const form = {
    id: brandCheck.id,
    permission: toSet,
    read: (view: Submitted) => ({ value: brandCheck.read(view) }),
  };
  onAdministratorsForm(app, shared, form, async ({ deps, workspace, by, value }) => {
    const { channel, brand, own, shown, settings } = value;
    const entry = entryOf(deps, { by, channel, brand, note: describeBrandSettings(settings) });
    // they have a form of their own, which may have been used while this one was open
    const { notifications: _, ...edited } = settings;
    const change = (was: BrandSettings) => withEdited(was, edited, shown);
    if ((await deps.teamSettings.setBrand(workspace, brand.id, change, entry)) === 'outdated')
      return { ack: { response_action: 'update', view: settingsOutdated(brand) } };
    deps.audit.soon(workspace);
    if (own) await saveOwn(deps, { by, channel }, own);
    const saved = settingsSaved(brand, own !== undefined);
    return {
      ack: { response_action: 'clear' },
      after: () => tellAfterwards(deps, { channel, user: by }, saved),
    };
  });
}

function listenForLists(app: App, shared: SharedDeps): void {
  app.options(settingsBrand, async ({ ack, context, options: { value } }) => {
    const deps = await shared.inWorkspace(workspaceOf(context));
    await ack({ options: optionsFor(await loadList(deps, 'brand', undefined), value) });
  });
  app.options(zoneList, async ({ ack, body, context, options: { value } }) => {
    const deps = await shared.inWorkspace(workspaceOf(context));
    await ack({ options: zoneOptions(value, (await deps.users.zoneOf(body.user.id)) ?? 'UTC', deps.now()) });
  });
}

/** The form in which admins choose where a brand's team is notified. It explains each choice right away. */
function listenForNotifications(app: App, shared: SharedDeps): void {
  onButton(
    app,
    shared,
    { action_id: destinationsActions.open, acksFirst: true },
    async (interaction, deps) => {
      const { workspace, by, trigger, client } = interaction;
      if (!interaction.view) return;
      await onlyAdministrators(deps, by, 'click', toSet);
      const { channel, brand } = brandSettingsContextOf(interaction.view);
      const [settings, rule] = await Promise.all([
        deps.teamSettings.brand(workspace, brand.id),
        deps.rules.of(workspace, brand.id),
      ]);
      const about = { channel, brand, shown: shownOf(settings).notifications };
      const view = destinationsModal.render(about, settings.notifications, rule !== undefined);
      await client.views.push({ trigger_id: trigger, view });
    },
  );

  onChoice<StaticSelectAction>(
    app,
    shared,
    destinationsActions.choose,
    async ({ action, view, client, workspace }, deps) => {
      const render = afterChoice(shared, client, { ...action, view });
      const about = destinationsModal.contextOf(view);
      const rule = await deps.rules.of(workspace, about.brand.id);
      await render(destinationsModal.render(about, destinationsModal.read(view), rule !== undefined));
    },
  );

  const form = {
    id: destinationsModal.id,
    permission: toSet,
    read: (view: Submitted) => ({ value: destinationsModal.read(view) }),
  };
  onAdministratorsForm(app, shared, form, async ({ view, deps, workspace, by, value: notifications }) => {
    const about = destinationsModal.contextOf(view);
    const { channel, brand, shown } = about;
    const entry = entryOf(deps, { by, channel, brand, note: describeDestinations(notifications) });
    const change = (was: BrandSettings) => withEdited(was, { notifications }, shown);
    if ((await deps.teamSettings.setBrand(workspace, brand.id, change, entry)) === 'outdated') {
      const rule = await deps.rules.of(workspace, brand.id);
      const kept = destinationsModal.render(about, notifications, rule !== undefined, true);
      return { ack: { response_action: 'update', view: kept } };
    }
    deps.audit.soon(workspace);
    return { ack: { response_action: 'update', view: destinationsSaved(brand, notifications) } };
  });
}
