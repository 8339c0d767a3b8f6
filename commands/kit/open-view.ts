import type { BlockAction, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Deps, Invocation } from './command.ts';

/** Opens the modal, on top of the one with the button if there is one. */
export async function showModal(
  {
    client,
    trigger: trigger_id,
    view: below,
  }: Pick<Invocation, 'client' | 'trigger'> & { view: BlockAction['view'] },
  view: ModalView,
): Promise<void> {
  if (below?.type === 'modal') await client.views.push({ trigger_id, view });
  else await client.views.open({ trigger_id, view });
}

/**
 * Renders an open modal again and returns its new hash; `undefined` if it was closed or, with a hash, someone
 * else has rendered it since.
 */
export async function renderModalAgain(
  { log }: Pick<Deps, 'log'>,
  client: Invocation['client'],
  { id = '', hash }: { id?: string | undefined; hash?: string | undefined },
  view: ModalView,
): Promise<string | undefined> {
  const rendered = await update(client, { id, hash }, view);
  if ('hash' in rendered) return rendered.hash;
  log.debug({ err: rendered.cause }, 'a modal was closed before it could be filled');
  return undefined;
}

type Rendered = { hash: string | undefined } | { refused: 'not_found' | 'hash_conflict'; cause: unknown };

async function update(
  client: Invocation['client'],
  { id, hash }: { id: string; hash?: string | undefined },
  view: ModalView,
): Promise<Rendered> {
  try {
    const { view: shown } = await client.views.update({ view_id: id, ...(hash && { hash }), view });
    return { hash: shown?.hash };
  } catch (cause) {
    const { error } = (cause as { data?: { error?: unknown } }).data ?? {};
    if (error !== 'not_found' && error !== 'hash_conflict') throw cause;
    return { refused: error, cause };
  }
}

/** What this process knows about a modal in which someone is choosing. */
interface Choosing {
  /** When the latest choice that arrived here was made: Slack's `action_ts`. */
  latest: string;
  /** The hash of the last render, and of the view in which its choice was made. */
  rendered?: { hash: string | undefined; from: string };
  /** The next update waits for this. */
  rendering: Promise<unknown>;
}

const choosings = new Map<string, Choosing>();
/** How many modals are remembered. Late choices arrive within seconds. */
const choosingsAtMost = 1_000;

/**
 * Takes note of a choice in an open modal, before anything is read for it. The returned function renders the
 * modal for that choice, unless a later one has arrived, which includes the earlier choices: of two quick
 * choices, the first can't overwrite the result of the second. It returns the new hash, or nothing if the
 * modal wasn't rendered.
 */
export function afterChoice(
  { log }: Pick<Deps, 'log'>,
  client: Invocation['client'],
  { view, action_ts: at }: { view: { id: string; hash: string }; action_ts: string },
): (modal: ModalView) => Promise<string | undefined> {
  const { id } = view;
  const known = choosings.get(id) ?? { latest: at, rendering: Promise.resolve() };
  choosings.delete(id);
  choosings.set(id, known);
  for (const oldest of [...choosings.keys()].slice(0, -choosingsAtMost)) choosings.delete(oldest);
  if (Number(at) > Number(known.latest)) known.latest = at;
  const render = async (modal: ModalView): Promise<string | undefined> => {
    if (known.latest !== at) return undefined;
    const hash = known.rendered?.from === view.hash ? known.rendered.hash : view.hash;
    const first = await update(client, { id, hash }, modal);
    // another process has rendered an earlier choice
    const conflicts = 'refused' in first && first.refused === 'hash_conflict' && known.latest === at;
    const last = conflicts ? await update(client, { id }, modal) : first;
    if ('hash' in last) known.rendered = { hash: last.hash, from: view.hash };
    else log.debug({ err: last.cause }, 'a modal was closed or changed before it could be rendered again');
    return 'hash' in last ? last.hash : undefined;
  };
  return (modal) => {
    const rendered = known.rendering.then(() => render(modal));
    known.rendering = rendered.catch(() => undefined);
    return rendered;
  };
}

/** A submitted modal, to be shown again with other blocks: Slack keeps what was entered. */
export function openViewOf(view: ViewSubmitAction['view']): ModalView {
  const { callback_id, title, submit, close, private_metadata, blocks } = view;
  return {
    type: 'modal',
    callback_id,
    title,
    private_metadata,
    ...(submit && { submit }),
    ...(close && { close }),
    blocks: blocks as ModalView['blocks'],
  };
}
