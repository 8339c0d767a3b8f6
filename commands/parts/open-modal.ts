/** Opens the modal of a request with what is likely meant: at once, or with what has to be read first. */
import type { ModalView } from '@slack/types';
import { limits, type Named } from '#src/cards/request.ts';
import type { ModalContext } from '#views/read.ts';
import { readingModal } from '#views/reading-modal.ts';
import type { Asked, Deps } from '../command.ts';
import { defaultProfiles } from './default-profiles.ts';

interface Beginning {
  /** The only brand, the person's own default, or the one that the channel used last. */
  brand?: Named | undefined;
  /** What is set as the default profiles of a brand. */
  defaultsOf(brand: Named): readonly Named[];
  /** False: the brands are to be loaded. */
  known: boolean;
}

/** In one round trip; of a brand with default profiles a second one looks which are still there. Without Redis the modal still opens, and nothing typed into it is lost. */
async function beginningAtHand(
  deps: Deps,
  { workspace, channel, by }: Pick<Asked, 'workspace' | 'channel' | 'by'>,
): Promise<Beginning> {
  try {
    const [own, last, known, settingsOf] = await Promise.all([
      deps.teamSettings.person(workspace, by),
      channel === '' ? undefined : deps.lastBrand.get(workspace, channel),
      deps.choices.peekBrands(),
      deps.teamSettings.read(workspace),
    ]);
    const standing = known ? known.find(({ id }) => id === own.brand?.id) : own.brand;
    return {
      brand: known?.length === 1 ? known[0] : (standing ?? last),
      defaultsOf: ({ id }) => settingsOf(id).profiles,
      known: known !== undefined,
    };
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the brand and the profiles to begin with could not be read');
    return { defaultsOf: () => [], known: true };
  }
}

interface Modal {
  render(
    context: ModalContext,
    text: string,
    profiles: readonly Named[],
    links?: readonly string[],
  ): ModalView;
}

/** An empty channel is not known, and asked for in the modal. */
type Opening = Pick<Asked, 'workspace' | 'channel' | 'by' | 'text' | 'trigger' | 'client'>;

/** Opens at once with what is at hand; when the brands are not, they are loaded behind and a single one is chosen. */
export async function openModal(deps: Deps, modal: Modal, asked: Opening): Promise<void> {
  const { channel, text, trigger, client } = asked;
  const beginning = await beginningAtHand(deps, asked);
  const { brand, known } = beginning;
  const viewFor = drawnWith(deps, modal, beginning, { channel, text: text.trim() });
  const opened = await client.views.open({ trigger_id: trigger, view: await viewFor(brand) });
  if (brand || known) return;
  const single = await singleBrand(deps);
  const id = opened.view?.id;
  if (!single || !id) return;
  const hash = opened.view?.hash;
  await client.views.update({ view_id: id, ...(hash && { hash }), view: await viewFor(single) });
}

/** What a modal begins with, once it was read. */
export interface Filling extends Omit<ModalContext, 'channel' | 'brand'> {
  text: string;
  /** What was read is of this brand; else the modal begins with the likely one. */
  brand?: Named | undefined;
  /** Of pictures and videos. */
  links?: readonly string[];
}

/** Opens at once with `waiting`, a few words that say what is read, and draws the modal when that is done. */
export async function openWhile(
  deps: Deps,
  modal: Modal,
  asked: Omit<Opening, 'text'>,
  { waiting, read }: { waiting: string; read(): Promise<Filling> },
): Promise<void> {
  const { channel, trigger, client } = asked;
  const { title } = modal.render({ channel }, '', []);
  const opened = await client.views.open({ trigger_id: trigger, view: readingModal(title, waiting) });
  const [{ brand: ownBrand, ...filling }, beginning] = await Promise.all([
    read(),
    beginningAtHand(deps, asked),
  ]);
  const brand = ownBrand ?? beginning.brand ?? (beginning.known ? undefined : await singleBrand(deps));
  const view = await drawnWith(deps, modal, beginning, { channel, ...filling })(brand);
  try {
    await client.views.update({ view_id: opened.view?.id ?? '', view });
  } catch (cause) {
    if ((cause as { data?: { error?: unknown } }).data?.error !== 'not_found') throw cause;
    deps.log.debug({ err: cause }, 'a modal was closed before it could be drawn');
  }
}

function drawnWith(
  deps: Deps,
  modal: Modal,
  { defaultsOf }: Beginning,
  { text, links, ...context }: Omit<ModalContext, 'brand'> & Omit<Filling, 'brand'>,
): (brand: Named | undefined) => Promise<ModalView> {
  const { captionLimit } = deps;
  const common = {
    ...(deps.fileAddress && { uploads: true }),
    ...(captionLimit !== limits.caption && { captionLimit }),
  };
  return async (brand) => {
    if (!brand) return modal.render({ ...context, ...common }, text, [], links);
    const profiles = await chosenAlready(deps, brand, defaultsOf);
    return modal.render({ ...context, ...common, brand }, text, profiles, links);
  };
}

/** None where the settings of the brand cannot be read: the modal opens all the same. */
async function chosenAlready(
  deps: Deps,
  brand: Named,
  defaultsOf: Beginning['defaultsOf'],
): Promise<readonly Named[]> {
  try {
    return (await defaultProfiles(deps, brand.id, defaultsOf(brand))).there;
  } catch (cause) {
    deps.log.warn({ err: cause, brand: brand.id }, 'the default profiles of a brand could not be read');
    return [];
  }
}

/** None when there are several, or when they do not come: the list in the modal then says why. */
async function singleBrand(deps: Deps): Promise<Named | undefined> {
  try {
    const brands = await deps.choices.brands();
    return brands.length === 1 ? brands[0] : undefined;
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the brands could not be loaded for a modal');
    return undefined;
  }
}
