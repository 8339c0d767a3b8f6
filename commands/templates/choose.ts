/** Fills the form of a post with the template that someone chose in it. */

import type { App, StaticSelectAction } from '@slack/bolt';
import { onChoice } from '#commands/kit/choice.ts';
import type { Deps, SharedDeps } from '#commands/kit/command.ts';
import { openViewOf, renderModalAgain } from '#commands/kit/open-view.ts';
import { brandSettingsAtHand } from '#commands/settings/brand-settings.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { missingChoices } from '#src/posts/card/chosen.ts';
import { fillBrand, fillDay } from '#src/posts/card/placeholders.ts';
import { brandOf } from '#views/kit/parse.ts';
import { fillTemplate, sayAtTemplate } from '#views/posts/request-modals.ts';
import { isOfHashtags, templateKind, templateMenu, templateTrouble } from '#views/posts/template-field.ts';

export function onTemplateChosen(app: App, shared: SharedDeps): void {
  onChoice<StaticSelectAction>(app, shared, templateMenu, async ({ action, view, by, client }, deps) => {
    const brand = brandOf(view);
    const id = action.selected_option?.value;
    // text stays if the template that filled it in isn't selected anymore
    if (!brand || !id) return;
    const open = openViewOf(view);
    const isPrompt = templateKind(view.callback_id) === 'prompt';
    const chosen = await read(deps, { brand, id, by, isPrompt });
    const form =
      typeof chosen === 'string'
        ? sayAtTemplate(open, brand, templateTrouble[chosen])
        : fillTemplate(open, view, chosen);
    // with the hash, so that a form that was updated for another brand in the meantime isn't overwritten
    if (form) await renderModalAgain(deps, client, view, form);
  });
}

interface Choosing {
  brand: Named;
  /** The template's id. */
  id: string;
  by: string;
  /** A prompt has no planned time, so its day is today. */
  isPrompt: boolean;
}

/** What to fill in and to say, or why that can't be read. Never throws. */
async function read(deps: Deps, { brand, id, by, isPrompt }: Choosing) {
  try {
    const [all, { zone }, own, brands] = await Promise.all([
      deps.templates.of(deps.workspace, brand.id),
      brandSettingsAtHand(deps, deps.workspace, brand.id),
      deps.users.zoneOf(by),
      deps.catalog.peekBrands(),
    ]);
    const template = all.find((one) => one.id === id);
    if (!template) return 'gone';
    // the name in the form may be cut to the length of a Slack option
    const named = brands?.find((one) => one.id === brand.id) ?? brand;
    const filled = fillBrand(template.text, named);
    const text = isPrompt ? fillDay(filled, { at: deps.now(), zone: zone ?? own ?? 'UTC' }) : filled;
    const { library, gone } = await libraryOf(deps, brand, template.library);
    return { text, isAdded: isOfHashtags(template.text), library, gone };
  } catch (cause) {
    deps.log.warn({ err: cause, brand: brand.id }, "couldn't read a template that was chosen in a form");
    return 'unread';
  }
}

/** The hashtag library that a template names, or the one that the brand doesn't have anymore. */
async function libraryOf(
  { catalog }: Pick<Deps, 'catalog'>,
  brand: Named,
  library: Named | undefined,
): Promise<{ library?: Named | undefined; gone?: Named }> {
  if (!library) return {};
  const chosen = { library: [library] };
  const lists = await catalog.listsAtHand(brand.id, chosen);
  if (missingChoices(chosen, lists).library) return { gone: library };
  return { library: lists.library?.find(({ id }) => id === library.id) ?? library };
}
