/** Finds the post that a step is about, and whether its requester can ask for approval. */

import { aboutCard } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import { deniedToAsk, stepErrors, wrongRequester } from '#views/steps/wrong-inputs.ts';
import type { Deps } from './deps.ts';
import { readInputs } from './inputs.ts';
import { deniedRequester } from './requester.ts';
import type { Execution } from './step.ts';

/** `wrong` and `unsure`: as in `prepare`. */
export async function findPost(
  deps: Deps,
  workspace: string,
  execution: Execution,
): Promise<{ card: Card } | { wrong: string } | { unsure: string }> {
  const { post, requester: by } = readInputs(execution.inputs);
  const card = await cardMeant(deps, workspace, post);
  if (!card) return { wrong: stepErrors.noPost(post) };
  if (card.kind === 'campaign') return { wrong: stepErrors.campaign };
  // a step that only waits changes nothing, so its requester needs no permission
  if (execution.step !== 'request_approval') return { card };
  const wrong = wrongRequester(by);
  if (wrong !== undefined) return { wrong };
  const denied = await deniedRequester(deps, by, await deps.brandConfigs.read(workspace, card.brand.id));
  if (!denied) return { card };
  const says = deniedToAsk(denied, card.brand.name, `${deps.slash('social')} settings`);
  if (denied.why === 'unknown') return { unsure: says };
  await deps.audit.add(workspace, {
    by,
    what: 'refused',
    ...aboutCard(card),
    via: 'job',
    result: denied.why,
    note: 'request_approval',
  });
  return { wrong: says };
}

const cardAddress = /\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})/;

async function cardMeant({ cards }: Deps, workspace: string, post: string): Promise<Card | undefined> {
  const [, channel, seconds, rest] = cardAddress.exec(post) ?? [];
  if (channel) return cards.at(workspace, { channel, ts: `${seconds}.${rest}` });
  if (post === '') return undefined;
  const byId = await cards.get(workspace, post);
  if (byId) return byId;
  const owner = (await cards.claims(workspace, [post])).get(post);
  return owner === undefined ? undefined : cards.get(workspace, owner);
}
