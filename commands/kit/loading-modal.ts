/**
 * Opens a modal right away and fills it once its content was read, because the trigger of a click expires
 * after three seconds.
 */
import { randomUUID } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { Refusal } from '#src/platform/refusal.ts';
import { loading, notDone, readingModal } from '#views/kit/blocks.ts';
import { ourFault } from '#views/kit/command-refusals.ts';
import type { Invocation, SharedDeps } from './command.ts';
import { renderModalAgain } from './open-view.ts';

interface Loading extends Pick<Invocation, 'trigger' | 'client'> {
  /** What is being read, for example `Reading the rule…`. */
  waiting: string;
  title?: ModalView['title'];
  /** Opens on top of the modal with the button. */
  push?: boolean;
}

/** `load` can take a while. If it throws, the modal shows the error. */
export async function openLoading(
  deps: Pick<SharedDeps, 'log'>,
  { trigger, client, waiting, title = loading, push }: Loading,
  load: () => Promise<ModalView>,
): Promise<void> {
  const opening = { trigger_id: trigger, view: readingModal(title, waiting) };
  const opened = await (push ? client.views.push(opening) : client.views.open(opening));
  const id = opened.view?.id ?? '';
  await fillModal(deps, client, id, load);
}

/** Fills an open modal, replacing its loading text. */
export async function fillModal(
  deps: Pick<SharedDeps, 'log'>,
  client: Invocation['client'],
  view_id: string,
  load: () => Promise<ModalView>,
): Promise<void> {
  const view = await load().catch((cause: unknown) => failed(deps, cause));
  await renderModalAgain(deps, client, { id: view_id }, view);
}

function failed({ log }: Pick<SharedDeps, 'log'>, cause: unknown): ModalView {
  if (cause instanceof Refusal) return notDone(`${cause.message} ${cause.hint}`.trim());
  const reference = randomUUID().slice(0, 8);
  log.error({ err: cause, reference }, "couldn't load what a modal shows");
  return notDone(ourFault(reference));
}
