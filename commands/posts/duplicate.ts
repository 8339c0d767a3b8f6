/**
 * *Duplicate*: creates an ordinary new post with the content of another one, for each brand that is chosen in
 * the form.
 */

import type { App, MultiExternalSelectAction } from '@slack/bolt';
import { checkChosen } from '#commands/catalog/check-chosen.ts';
import { inform, orElse, tellAfterwards } from '#commands/kit/afterwards.ts';
import { onChoice } from '#commands/kit/choice.ts';
import type { Deps, Listener, SharedDeps } from '#commands/kit/command.ts';
import { type Form, type FormAnswer, isUnsaved, keepOpen, notSaved, onForm } from '#commands/kit/form.ts';
import { afterChoice, openViewOf } from '#commands/kit/open-view.ts';
import { reachIn } from '#commands/kit/workspace.ts';
import { brandSettingsAtHand } from '#commands/settings/brand-settings.ts';
import { profileName } from '#src/platform/publishing-api/networks.ts';
import type { Named, PostRequest } from '#src/platform/publishing-api/request.ts';
import type { Role } from '#src/platform/slack/role.ts';
import type { Card } from '#src/posts/card/card.ts';
import { chosenIn, namedAsListed } from '#src/posts/card/chosen.ts';
import { duplicateId, duplicateRefusal } from '#src/posts/card/duplicate.ts';
import { networksOf } from '#src/posts/card/lengths.ts';
import { wrongChoices } from '#views/catalog/choices.ts';
import { unsaved } from '#views/kit/command-refusals.ts';
import { block } from '#views/kit/fields.ts';
import { noChoice } from '#views/kit/parse.ts';
import { plainRefusal } from '#views/kit/plain-refusal.ts';
import { clipped } from '#views/kit/text.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { rowOf } from '#views/posts/card-rows.ts';
import {
  brandsAtMost,
  brandsBlock,
  brandsList,
  brandsWithout,
  duplicatedIn,
  duplicateModal,
  duplicateTexts,
  type NoCopy,
  withBrands,
} from '#views/posts/duplicate-modal.ts';
import { cardGone, cardIn, noFreeSlot, refusalText } from '#views/posts/refusals.ts';
import { withoutMeaning } from '#views/posts/time-meaning.ts';
import { permissionForBrand, roleOf } from './authorize.ts';
import { type Click, onCardButton } from './click.ts';
import { preselectedProfiles } from './default-profiles.ts';
import { nextSlotShown } from './next-slot.ts';
import { recordRequest } from './record-request.ts';
import { queueWork, remarksOn } from './request.ts';
import { timeShown } from './time-shown.ts';

export const onDuplicate: Listener = (app, shared) => {
  onCardButton(app, shared, {
    action: actions.duplicate,
    opens: true,
    handle: openForm,
  });
  listenForBrands(app, shared);
  onForm(app, shared, duplicateModal.id, submitted, (cause, { view }) => ({
    [brandsBlock]: notSaved(shared, cause, { form: view.id }, unsaved),
  }));
};

async function openForm(click: Click, deps: Deps): Promise<string | undefined> {
  const { card, by, client, trigger, approvers, paused } = click;
  const refused = duplicateRefusal(card);
  if (refused) return refusalText(refused, deps.slash, by);
  const [nextSlot, { now: profiles }] = await Promise.all([
    nextSlotShown(deps, card.brand),
    preselectedProfiles(deps, card.brand.id, card.content.profiles),
  ]);
  const view = duplicateModal.render(card, {
    profiles,
    paused,
    nextSlot,
    uploads: deps.fileAddress !== undefined,
    attachedOnly: approvers?.rule.attachedOnly,
    captionLimit: deps.captionLimit,
    emptyCaption: deps.emptyCaption,
  });
  await client.views.open({ trigger_id: trigger, view });
  return undefined;
}

/** Adds a field for the social profiles of each brand that was chosen, and says which brands are paused. */
function listenForBrands(app: App, shared: SharedDeps): void {
  onChoice<MultiExternalSelectAction>(app, shared, brandsList, async ({ action, view, client }, deps) => {
    const render = afterChoice(shared, client, { ...action, view });
    const brands = (action.selected_options ?? [])
      .filter(({ value }) => value && value !== noChoice)
      .map(({ value = '', text }) => ({ id: value, name: text.text }))
      .slice(0, brandsAtMost);
    const [card, pauseOf] = await Promise.all([originalOf(deps, view), deps.pauses.read(deps.workspace)]);
    const added = new Set(brandsWithout(view, brands));
    const chosen = brands.map(async (brand) => ({
      brand,
      profiles: card && added.has(brand) ? await profilesFor(deps, card, brand) : [],
      paused: pauseOf(brand.id),
      nextSlot: await nextSlotShown(deps, brand),
    }));
    // in another brand's time zone, the typed time is another moment, with other posts close to it
    await render(withBrands(withoutMeaning(openViewOf(view)), await Promise.all(chosen)));
  });
}

const originalOf = async (deps: Deps, view: { private_metadata: string }): Promise<Card | undefined> =>
  (await deps.desk.get(deps.workspace, duplicatedIn(view))) ??
  (await deps.desk.outsidePost(deps.workspace, duplicatedIn(view)));

/**
 * The profiles of the post itself, the brand's default or only profile, or else those on the post's networks.
 * Never throws.
 */
function profilesFor(deps: Deps, card: Card, brand: Named): Promise<readonly Named[]> {
  const about = { problem: "couldn't read a form's preselected profiles", brand: brand.id };
  return orElse<readonly Named[]>(deps, [], about, async () => {
    const isOwn = brand.id === card.brand.id;
    const set = isOwn
      ? card.content.profiles
      : (await brandSettingsAtHand(deps, deps.workspace, brand.id)).profiles;
    const { now, later } = await preselectedProfiles(deps, brand.id, set);
    const chosen = now.length > 0 ? now : ((await later?.()) ?? []);
    if (chosen.length > 0 || isOwn) return chosen;
    const networks = new Set<string | undefined>(networksOf(card.content));
    const all = await deps.catalog.profiles(brand.id);
    return all
      .map((profile) => ({ id: profile.id, name: profileName(profile) }))
      .filter((profile) => networksOf({ profiles: [profile] }).some((network) => networks.has(network)));
  });
}

const atBrands = (text: string): FormAnswer => keepOpen({ [brandsBlock]: text });

/** Nothing is recorded if this rejects. */
async function submitted({ workspace, by, team, body, view }: Form, deps: Deps): Promise<FormAnswer> {
  const plainly = (refusal: string): string =>
    plainRefusal(refusal, { nameOf: (id) => deps.users.known(id).name });
  const original = await originalOf(deps, view);
  if (!original) return atBrands(plainly(cardGone(deps.slash('social'))));
  const read = duplicateModal.read(view, deps.now(), original, reachIn(deps, workspace));
  if ('errors' in read) return { ack: await timeShown(deps, body, read) };
  const origin = { workspace, channel: original.channel, by };
  const role = roleOf(deps, by, team);
  const brands = 'words' in read ? [read.brand] : read.value.map(({ brand }) => brand);
  // at the same time, because each might wait for Slack, which waits three seconds for our answer
  const [refusals, shown] = await Promise.all([
    Promise.all(brands.map((brand) => permissionForBrand(deps, { ...origin, team, brand }, role))),
    timeShown(deps, body, read),
  ]);
  const refused = refusals.filter((refusal) => refusal !== undefined);
  if (refused.length > 0) return atBrands(plainly([...new Set(refused)].join(' ')));
  if (shown || 'words' in read) return { ack: shown };
  const checks = await Promise.all(
    read.value.map(async (copy) => {
      const asking = { ...origin, brand: copy.brand, note: 'ask' };
      const { lists, gone } = await checkChosen(deps, asking, chosenIn(copy));
      return { copy: namedAsListed(copy, lists), errors: gone && wrongIn(wrongChoices(gone, copy.brand)) };
    }),
  );
  const errors = checks.map((check) => check.errors).filter((one) => one !== undefined);
  if (errors.length > 0) return keepOpen(Object.assign({}, ...errors));
  const { url } = rowOf(original, await deps.slackUrl());
  const duplicateOf = { card: original.id, brand: original.brand.name, ...(url && { url }) };
  const context = { ...origin, form: view.id, role: await role };
  const results = await Promise.all(
    checks.map(({ copy }) => recordCopy(deps, context, { ...copy, duplicateOf }, plainly)),
  );
  const failed = results.flatMap(({ brand, why }) => (why ? [{ brand, why }] : []));
  const created = results.filter(({ why }) => !why);
  const brandsCreated = created.map(({ brand }) => brand);
  const to = { channel: original.message?.channel ?? original.channel, user: by };
  return {
    ...(failed.length > 0 && atBrands(duplicateTexts.notAll(brandsCreated, failed))),
    after: async () => {
      // also for a card that exists already, because the process that recorded it might have died before
      // queueing the work
      await Promise.all(results.map(({ card }) => card && queueWork(deps, card)));
      await tellAbout(deps, to, created, view);
    },
  };
}

/** Moves the brand's error to the field that this form has for brands. */
function wrongIn({ [block.brand]: brand, ...others }: Record<string, string>): Record<string, string> {
  return { ...others, ...(brand && { [brandsBlock]: brand }) };
}

interface Copy {
  brand: Named;
  card?: Card;
  /** The channel of its card, if that isn't the original's. */
  elsewhere?: string | undefined;
  /** Why the copy isn't what the form said. */
  why?: NoCopy;
}

/** Records one copy under its brand's rule and settings. A failure affects only this brand. Never rejects. */
async function recordCopy(
  deps: Deps,
  { form, ...origin }: { form: string; workspace: string; channel: string; by: string; role: Role },
  copy: PostRequest,
  plainly: (refusal: string) => string,
): Promise<Copy> {
  const { brand } = copy;
  const id = duplicateId(form, brand.id);
  try {
    const recorded = await recordRequest(deps, { id, ...origin, brand }, copy);
    const refused = (text: string): Copy => ({ brand, why: { code: 'refused', text: plainly(text) } });
    if ('refusal' in recorded) return refused(recorded.refusal);
    if ('noFreeSlot' in recorded) return refused(noFreeSlot(brand, deps.slash('social')));
    const { card, conflict, reviewed } = recorded;
    if (conflict) return { brand, card, why: { code: 'existing' } };
    return { brand, card, elsewhere: reviewed === origin.channel ? undefined : reviewed };
  } catch (cause) {
    const code = isUnsaved(deps, cause) ? 'unsaved' : 'perhaps';
    deps.log.error({ err: cause, card: id, brand: brand.id, why: code }, "couldn't record a request");
    return { brand, why: { code } };
  }
}

/**
 * One message for all copies with what the form couldn't know about them, and another with where their cards
 * are.
 */
async function tellAbout(
  deps: Deps,
  to: { channel: string; user: string },
  created: readonly Copy[],
  form: { private_metadata: string },
): Promise<void> {
  const headed = ({ brand }: Copy, lines: readonly string[]): string[] =>
    lines.length === 0 || created.length === 1 ? [...lines] : [`*${clipped(brand.name, 150)}*`, ...lines];
  const remarks = await Promise.all(
    created.map(async (copy) => headed(copy, copy.card ? await remarksOn(deps, copy.card, form) : [])),
  );
  if (remarks.flat().length > 0) await tellAfterwards(deps, to, remarks.flat().join('\n'));
  const places = created.flatMap((copy) =>
    headed(copy, copy.elsewhere ? [cardIn(copy.elsewhere, 'post')] : []),
  );
  if (places.length > 0) await inform(deps, deps.workspace, to, places.join('\n'));
}
