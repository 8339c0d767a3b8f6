/** Opens the modal of a request: at once with what is at hand, or with what has to be read first. */
import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Named } from '#src/cards/request.ts';
import type { ModalContext } from '#views/read.ts';
import { readingModal } from '#views/reading-modal.ts';
import type { Deps } from '../command.ts';

type Render = (context: ModalContext, text: string) => ModalView;

interface Opening {
  workspace: string;
  /** Empty: not known. */
  channel: string;
  /** What the modal begins with. */
  text: string;
  /** Good for three seconds. */
  trigger: string;
  client: App['client'];
}

/** Opens at once with what is at hand; when the brands are not, they are loaded behind and a single one is chosen. */
export async function openModal(
  deps: Deps,
  { render }: { render: Render },
  { workspace, channel, text, trigger, client }: Opening,
): Promise<void> {
  const { brand, known } = await brandAtHand(deps, workspace, channel);
  const context: ModalContext = { channel, ...(brand && { brand }), ...uploadsIn(deps) };
  const opened = await client.views.open({ trigger_id: trigger, view: render(context, text.trim()) });
  if (brand || known) return;
  const single = await singleBrand(deps);
  const id = opened.view?.id;
  if (!single || !id) return;
  await client.views.update({
    view_id: id,
    ...(opened.view?.hash && { hash: opened.view.hash }),
    view: render({ ...context, brand: single }, text.trim()),
  });
}

const uploadsIn = ({ fileAddress }: Deps): { uploads?: true } => (fileAddress ? { uploads: true } : {});

/** What a modal begins with, once it was read. */
export interface Filling extends Omit<ModalContext, 'channel' | 'brand'> {
  text: string;
}

/** Opens at once with `waiting`, a few words that say what is read, and draws the modal when that is done. */
export async function openWhile(
  deps: Deps,
  { render }: { render: Render },
  { workspace, channel, trigger, client }: Omit<Opening, 'text'>,
  { waiting, read }: { waiting: string; read(): Promise<Filling> },
): Promise<void> {
  const { title } = render({ channel }, '');
  const opened = await client.views.open({ trigger_id: trigger, view: readingModal(title, waiting) });
  const [{ text, ...filling }, { brand, known }] = await Promise.all([
    read(),
    brandAtHand(deps, workspace, channel),
  ]);
  const chosen = brand ?? (known ? undefined : await singleBrand(deps));
  const context = { channel, ...(chosen && { brand: chosen }), ...uploadsIn(deps), ...filling };
  const view = render(context, text);
  try {
    await client.views.update({ view_id: opened.view?.id ?? '', view });
  } catch (cause) {
    deps.log.info({ err: cause }, 'a modal could not be drawn; who waited for it may have closed it');
    const code = (cause as { data?: { error?: unknown } }).data?.error;
    if (code !== 'not_found') throw cause;
  }
}

/** The brand to begin with. Without Redis the modal still opens, and nothing typed into it is lost. */
async function brandAtHand(
  deps: Deps,
  workspace: string,
  channel: string,
): Promise<{ brand?: Named | undefined; known: boolean }> {
  try {
    const [last, known] = await Promise.all([
      channel === '' ? undefined : deps.lastBrand.get(workspace, channel),
      deps.choices.peekBrands(),
    ]);
    return { brand: known?.length === 1 ? known[0] : last, known: known !== undefined };
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the brand of a channel could not be read');
    return { known: true };
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
