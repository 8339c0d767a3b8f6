/** Opens the prefilled modal of a request: right away, or after reading what it needs. */

import type { ModalView } from '@slack/types';
import { likelyBrand } from '#commands/catalog/which-brand.ts';
import { orElse } from '#commands/kit/afterwards.ts';
import type { Deps, Invocation } from '#commands/kit/command.ts';
import { openLoading } from '#commands/kit/loading-modal.ts';
import { renderModalAgain } from '#commands/kit/open-view.ts';
import { limits, type Named } from '#src/platform/publishing-api/request.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { ModalContext } from '#views/kit/parse.ts';
import { withPause } from '#views/posts/paused.ts';
import { postModal } from '#views/posts/post-modal.ts';
import { withTemplates } from '#views/posts/template-field.ts';
import { preselectedProfiles } from './default-profiles.ts';
import { nextSlotShown } from './next-slot.ts';
import { offeredTemplates } from './offered-templates.ts';

interface Beginning {
  /** As in `likelyBrand`. */
  brand?: Named | undefined;
  usedLast?: boolean;
  defaultsOf(brand: Named): readonly Named[];
  /** Whether the brand's rule refuses links. */
  attachedOnly(brand: Named): boolean;
  pauseOf(brand: Named): Paused | undefined;
  /** False if the brands still have to be loaded. */
  known: boolean;
}

/**
 * Takes one round trip, and a second one for the brand's profiles. If Redis is down, the modal still opens,
 * and nothing typed into it is lost.
 */
async function beginningAtHand(
  deps: Deps,
  from: Pick<Invocation, 'workspace' | 'channel' | 'by'>,
): Promise<Beginning> {
  try {
    const brands = deps.catalog.peekBrands();
    const [known, { brand, usedLast, settingsOf, ruleOf }, pauseOf] = await Promise.all([
      brands,
      likelyBrand(deps, from, brands),
      deps.pauses.read(from.workspace),
    ]);
    return {
      brand,
      usedLast,
      defaultsOf: ({ id }) => settingsOf(id).profiles,
      attachedOnly: ({ id }) => ruleOf(id)?.attachedOnly === true,
      pauseOf: ({ id }) => pauseOf(id),
      known: known !== undefined,
    };
  } catch (cause) {
    deps.log.warn({ err: cause }, "couldn't read a form's preselected brand and profiles");
    return {
      defaultsOf: () => [],
      attachedOnly: () => false,
      pauseOf: () => undefined,
      known: true,
    };
  }
}

interface Modal {
  id: string;
  render(
    context: ModalContext,
    text: string,
    profiles: readonly Named[],
    links?: readonly string[],
  ): ModalView;
}

/** If the channel isn't known (empty), the modal asks for it. */
type Opening = Pick<Invocation, 'workspace' | 'channel' | 'by' | 'text' | 'trigger' | 'client'>;

/**
 * Opens right away with what is cached. If the brands aren't, they're loaded in the background, and a single
 * one is preselected.
 */
export async function openModal(deps: Deps, modal: Modal, context: Opening): Promise<void> {
  const { channel, text, trigger, client } = context;
  const beginning = await beginningAtHand(deps, context);
  const { brand, known } = beginning;
  const viewFor = modalRenderer(deps, modal, beginning, { channel, text: text.trim() });
  const first = await viewFor(brand);
  const opened = await client.views.open({ trigger_id: trigger, view: first.view });
  const shown = { id: opened.view?.id, hash: opened.view?.hash };
  const single = brand || known ? undefined : await singleBrand(deps);
  const { view, later } = single ? await viewFor(single) : first;
  const better = (await later?.()) ?? (single && view);
  if (better) await renderModalAgain(deps, client, shown, better);
}

/** What was read for the modal. */
export interface Filling extends Omit<ModalContext, 'channel' | 'brand'> {
  text: string;
  /** The brand that the content belongs to; absent: the modal begins with the likeliest one. */
  brand?: Named | undefined;
  /** Links to images and videos. */
  links?: readonly string[];
}

/**
 * Opens right away with `waiting`, a few words about what is being read, and renders the modal once that's
 * done.
 */
export async function openWhile(
  deps: Deps,
  modal: Modal,
  context: Omit<Opening, 'text'>,
  { waiting, read }: { waiting: string; read(): Promise<Filling> },
): Promise<void> {
  const { channel, trigger, client } = context;
  const { title } = modal.render({ channel }, '', []);
  await openLoading(deps, { trigger, client, waiting, title }, async () => {
    const [{ brand: ownBrand, ...filling }, beginning] = await Promise.all([
      read(),
      beginningAtHand(deps, context),
    ]);
    const brand = ownBrand ?? beginning.brand ?? (beginning.known ? undefined : await singleBrand(deps));
    const { view, later } = await modalRenderer(deps, modal, beginning, { channel, ...filling })(brand);
    return (await later?.()) ?? view;
  });
}

interface RenderedModal {
  view: ModalView;
  /**
   * The modal with the brand's only profile, if the service has to be asked for it; `undefined` if the brand
   * has none or several.
   */
  later?: () => Promise<ModalView | undefined>;
}

function modalRenderer(
  deps: Deps,
  modal: Modal,
  { brand: likely, usedLast, defaultsOf, attachedOnly, pauseOf }: Beginning,
  { text, links, ...context }: Omit<ModalContext, 'brand'> & Omit<Filling, 'brand'>,
): (brand: Named | undefined) => Promise<RenderedModal> {
  const { captionLimit, emptyCaption } = deps;
  const postCommand = deps.slash('post');
  const common = {
    ...(deps.fileAddress && { uploads: true }),
    ...(captionLimit !== limits.caption && { captionLimit }),
    ...(postCommand !== '/post' && { postCommand }),
    ...(emptyCaption && { emptyCaption }),
  };
  return async (brand) => {
    if (!brand) return { view: modal.render({ ...context, ...common }, text, [], links) };
    const [{ now, later }, templates, nextSlot] = await Promise.all([
      preselected(deps, brand, defaultsOf),
      offeredTemplates(deps, brand, modal.id),
      modal.id === postModal.id ? nextSlotShown(deps, brand) : undefined,
    ]);
    const ofBrand = {
      brand,
      ...(usedLast && brand === likely && { usedLast: true }),
      ...(attachedOnly(brand) && { attachedOnly: true }),
      ...(nextSlot && { nextSlot }),
    };
    const view = (profiles: readonly Named[]): ModalView =>
      withPause(
        withTemplates(
          modal.render({ ...context, ...common, ...ofBrand }, text, profiles, links),
          brand,
          templates,
        ),
        pauseOf(brand),
      );
    return {
      view: view(now),
      ...(later && {
        later: async () => {
          const profiles = await later();
          return profiles.length > 0 ? view(profiles) : undefined;
        },
      }),
    };
  };
}

/** Empty if they can't be read: the form opens anyway. */
function preselected(
  deps: Deps,
  brand: Named,
  defaultsOf: Beginning['defaultsOf'],
): ReturnType<typeof preselectedProfiles> {
  const about = { problem: "couldn't read a form's preselected profiles", brand: brand.id };
  return orElse(deps, { now: [] }, about, async () => preselectedProfiles(deps, brand.id, defaultsOf(brand)));
}

/** `undefined` if there are several, or if they can't be read, which the list in the modal explains. */
async function singleBrand(deps: Deps): Promise<Named | undefined> {
  const about = { problem: "couldn't load the brands for a modal" };
  const [only, ...others] = await orElse(deps, [], about, () => deps.catalog.brands());
  return others.length === 0 ? only : undefined;
}
