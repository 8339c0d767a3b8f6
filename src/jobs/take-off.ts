/** Takes one post off the service's schedule, for a freeze, whether or not it is on a card. */
import type { AuditEntry } from '#src/cards/audit.ts';
import type { Card } from '#src/cards/card.ts';
import { type Freeze, type FrozenPost, scopeOf } from '#src/cards/freeze.ts';
import { refusalOf } from '#src/cards/moves.ts';
import { ServiceError } from '#src/service/errors.ts';
import { patiently } from '#src/service/patiently.ts';
import type { JobDeps } from './deps.ts';

/**
 * Does nothing once it is thawed. Answers what went wrong with this post, and may go well with the next; throws what
 * stops all of them. One that the service refuses is `stuck`, which is no failure, or `gone` where it says that there is none.
 */
export async function takeOff(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  post: FrozenPost,
): Promise<ServiceError | undefined> {
  const scope = scopeOf(freeze.brand);
  const thawed = async (): Promise<boolean> => (await deps.freezes.get(workspace, scope))?.at !== freeze.at;
  if (await thawed()) return undefined;
  if (await isOffOnCard(deps, workspace, post)) {
    await noteOff(deps, workspace, freeze, post);
    return undefined;
  }
  const triedAt = new Date(deps.now()).toISOString();
  const sending = { ...post, state: 'sending' as const, tries: post.tries + 1, triedAt };
  await deps.freezes.note(workspace, scope, sending, entry(deps, 'sending', post));
  await deps.reached('freeze noted');
  try {
    // whoever thawed it while this waited for its turn may have scheduled the post again
    const call = { priority: 'operation', unless: thawed } as const;
    await patiently(() => deps.service.updatePost(post.id, { scheduledAt: null }, call));
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    if (cause.taken === 'no') {
      // one that is refused may be published by now: the listing says so
      const refused = { ...sending, state: isGone(cause) ? ('gone' as const) : ('stuck' as const) };
      const next = cause.kind === 'refused' ? refused : post;
      await deps.freezes.note(workspace, scope, next, entry(deps, 'not taken', post, cause.kind));
    }
    if (cause.kind === 'busy' || cause.kind === 'key') throw cause;
    return cause.kind === 'refused' ? undefined : cause;
  }
  await deps.reached('freeze answered');
  // the list may be behind for a while from here on, however long the request waited for its turn
  const answered = { ...sending, triedAt: new Date(deps.now()).toISOString() };
  await noteOff(deps, workspace, freeze, answered);
  await deps.reached('freeze recorded');
  return undefined;
}

/** A process that died after the service's answer may have moved the card, and not have noted the post. */
async function isOffOnCard(
  deps: JobDeps,
  workspace: string,
  { id, state, triedAt = '' }: FrozenPost,
): Promise<boolean> {
  if (state !== 'sending') return false;
  const card = await cardOf(deps, workspace, id);
  return card?.history.some(({ what, at }) => what === 'frozen' && at >= triedAt) ?? false;
}

const isGone = ({ status }: ServiceError): boolean => status === 404 || status === 410;

/** The post is a draft now: its card says so, and its time is remembered. */
export async function noteOff(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  post: FrozenPost,
): Promise<void> {
  const standing = await cardOf(deps, workspace, post.id);
  // nobody is refused anything where the card shows it already
  if (standing && !refusalOf(standing, { type: 'take off' }))
    await deps.desk.move(workspace, standing.id, { type: 'take off', by: freeze.by, was: post.was });
  await deps.reached('freeze card moved');
  const off = { ...entry(deps, 'taken off', post), ...(standing && { card: standing.id }) };
  await deps.freezes.note(workspace, scopeOf(freeze.brand), { ...post, state: 'off' }, off);
  deps.audit.soon(workspace);
}

async function cardOf(deps: JobDeps, workspace: string, post: string): Promise<Card | undefined> {
  const id = (await deps.cards.claims(workspace, [post])).get(post);
  return id === undefined ? undefined : deps.desk.get(workspace, id);
}

function entry(
  deps: JobDeps,
  what: 'sending' | 'not taken' | 'taken off',
  { id, brand, was }: FrozenPost,
  result?: string,
): AuditEntry {
  const at = new Date(deps.now()).toISOString();
  const note = was ? `freeze, was scheduled for ${was}` : 'freeze';
  return { at, by: 'presscheck', what, post: id, brand, via: 'job', ...(result && { result }), note };
}
