/** Opens the modal of a request with the brand and the profiles that are likely meant. */
import type { ModalView } from '@slack/types';
import type { Named } from '#src/cards/request.ts';
import type { ModalContext } from '#views/read.ts';
import type { Asked, Deps } from '../command.ts';

interface Beginning {
  /** The only brand, the person's own default, or the one that the channel used last. */
  brand?: Named | undefined;
  /** The default profiles of a brand. */
  profilesOf(brand: Named): readonly Named[];
  /** False: the brands are to be loaded. */
  known: boolean;
}

/** In one round trip. Without Redis the modal still opens, and nothing typed into it is lost. */
async function beginningAtHand(
  deps: Deps,
  { workspace, channel, by }: Pick<Asked, 'workspace' | 'channel' | 'by'>,
): Promise<Beginning> {
  try {
    const [own, last, known, settingsOf] = await Promise.all([
      deps.teamSettings.person(workspace, by),
      deps.lastBrand.get(workspace, channel),
      deps.choices.peekBrands(),
      deps.teamSettings.read(workspace),
    ]);
    const standing = known ? known.find(({ id }) => id === own.brand?.id) : own.brand;
    return {
      brand: known?.length === 1 ? known[0] : (standing ?? last),
      profilesOf: ({ id }) => settingsOf(id).profiles,
      known: known !== undefined,
    };
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the brand and the profiles to begin with could not be read');
    return { profilesOf: () => [], known: true };
  }
}

interface Modal {
  render(context: ModalContext, text: string, profiles: readonly Named[]): ModalView;
}

/** Opens at once with what is at hand; when the brands are not, they are loaded behind and a single one is chosen. */
export async function openModal(
  deps: Deps,
  modal: Modal,
  asked: Pick<Asked, 'workspace' | 'channel' | 'by' | 'text' | 'trigger' | 'client'>,
): Promise<void> {
  const { channel, text, trigger, client } = asked;
  const { brand, profilesOf, known } = await beginningAtHand(deps, asked);
  const viewFor = (one: Named | undefined): ModalView =>
    modal.render({ channel, ...(one && { brand: one }) }, text.trim(), one ? profilesOf(one) : []);
  const opened = await client.views.open({ trigger_id: trigger, view: viewFor(brand) });
  if (brand || known) return;
  const [single, ...others] = await loadBrands(deps);
  const id = opened.view?.id;
  if (!single || others.length > 0 || !id) return;
  const hash = opened.view?.hash;
  await client.views.update({ view_id: id, ...(hash && { hash }), view: viewFor(single) });
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
