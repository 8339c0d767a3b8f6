/**
 * Unschedules one post for a pause, whether or not it has a card. The pause's note of the post is its ledger
 * entry. Reads from top to bottom: what happened before, guards last, send, note.
 */

import { isoNow } from '#src/platform/iso-now.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { again, done, type Outcome } from '#src/platform/queue/job.ts';
import { refusalOf } from '#src/posts/card/apply-transition.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import type { Deps } from './deps.ts';
import { type Pause, type PausedPost, pausedPost } from './pause.ts';

/**
 * Does nothing if the pause has ended. Returns the error if this post failed and the next may succeed, and
 * throws errors that stop all of them. A post that the service refuses to change becomes `stuck`, which isn't
 * an error, or `gone` if it doesn't exist.
 */
export async function unschedule(
  deps: Deps,
  workspace: string,
  pause: Pause,
  post: PausedPost,
): Promise<ServiceError | undefined> {
  // What happened before: a process can have died after the answer.
  if (await isUnscheduledOnCard(deps, workspace, post)) {
    await noteUnscheduled(deps, workspace, pause, post);
    return undefined;
  }

  // Guards last: if someone ended the pause while this waited for the quota, they may have scheduled the post
  // again. The store refuses the note of an ended pause, and nothing is sent.
  const isOver = async (): Promise<boolean> =>
    (await deps.pauses.get(workspace, scopeOf(pause.brand)))?.at !== pause.at;
  if (await isOver()) return undefined;
  await deps.quota.acquire('operation', { who: `unschedule.${post.id}` });
  await deps.failpoint('pause acquired');
  const triedAt = isoNow(deps);
  const sending = { ...post, state: 'sending' as const, attempts: post.attempts + 1, triedAt };
  if (!(await deps.pauses.noteSending(workspace, pause, sending, entry(deps, 'sending', post))))
    return undefined;
  await deps.failpoint('pause noted');

  // Send: the request sets a value, so the next check can send it again.
  try {
    await deps.service.updatePost(post.id, { scheduledAt: null }, { acquired: true });
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    return notUnscheduled(deps, workspace, { pause, post, sending, cause });
  }
  await deps.failpoint('pause answered');
  // The listing can lag behind from the answer on, however long the request took.
  await noteUnscheduled(deps, workspace, pause, { ...sending, triedAt: isoNow(deps) });
  await deps.failpoint('pause recorded');
  return undefined;
}

interface Refused {
  pause: Pause;
  post: PausedPost;
  sending: PausedPost;
  cause: ServiceError;
}

async function notUnscheduled(
  deps: Deps,
  workspace: string,
  { pause, post, sending, cause }: Refused,
): Promise<ServiceError | undefined> {
  if (cause.taken === 'no') {
    // A refused post may be published by now, which the listing shows.
    const refused = { ...sending, state: isGone(cause) ? ('gone' as const) : ('stuck' as const) };
    const next = cause.kind === 'refused' ? refused : post;
    const audited = entry(deps, 'not taken', post, cause.kind);
    await deps.pauses.note(workspace, scopeOf(pause.brand), next, audited);
  }
  if (cause.kind === 'busy' || cause.kind === 'key') throw cause;
  return cause.kind === 'refused' ? undefined : cause;
}

/**
 * Whether the card already shows the post as unscheduled: a process may have died after updating the card and
 * before noting the post.
 */
async function isUnscheduledOnCard(
  deps: Deps,
  workspace: string,
  { id, state, triedAt = '' }: PausedPost,
): Promise<boolean> {
  if (state !== 'sending') return false;
  const card = await cardOf(deps, workspace, id);
  return card?.history.some(({ what, at }) => what === 'unscheduled_by_pause' && at >= triedAt) ?? false;
}

const isGone = ({ status }: ServiceError): boolean => status === 404 || status === 410;

/** Notes that the post is a draft now. Its card says so and remembers its time. */
export async function noteUnscheduled(
  deps: Deps,
  workspace: string,
  pause: Pause,
  post: PausedPost,
): Promise<void> {
  const current = await cardOf(deps, workspace, post.id);
  // no transition if the card shows it already
  if (current && !refusalOf(current, { type: 'unschedule' }))
    await deps.desk.transition(workspace, current.id, {
      type: 'unschedule',
      by: pause.by,
      previousTime: post.scheduledFor,
    });
  await deps.failpoint('paused card unscheduled');
  const audited = { ...entry(deps, 'taken off', post), ...(current && { card: current.id }) };
  await deps.pauses.note(workspace, scopeOf(pause.brand), { ...post, state: 'unscheduled' }, audited);
  deps.audit.soon(workspace);
}

async function cardOf(deps: Deps, workspace: string, post: string): Promise<Card | undefined> {
  const id = (await deps.cards.claims(workspace, [post])).get(post);
  return id === undefined ? undefined : deps.desk.get(workspace, id);
}

function entry(
  deps: Deps,
  what: 'sending' | 'not taken' | 'taken off',
  { id, brand, scheduledFor }: PausedPost,
  result?: string,
): AuditEntry {
  const at = isoNow(deps);
  const note = scheduledFor ? `freeze, was scheduled for ${scheduledFor}` : 'freeze';
  return { at, by: 'presscheck', what, post: id, brand, via: 'job', ...(result && { result }), note };
}

/** How long to wait after the service refused to unschedule a post. */
const onceMoreAfterMs = 60_000;

/**
 * Unschedules a card's post if its brand is paused, as a pause does with posts that it finds by itself, so
 * that resuming asks about it, too. `undefined` if the brand isn't paused. Throws the service's error.
 */
export async function unscheduleIfPaused(deps: Deps, card: Card): Promise<Outcome | undefined> {
  const { workspace, postId: id, brand, content } = card;
  const pause = await deps.pauses.of(workspace, brand.id);
  if (!pause) return undefined;
  if (id === undefined) return done;
  const current = await deps.pauses.post(workspace, scopeOf(pause.brand), id);
  const known = current?.pausedAt === pause.at ? current : undefined;
  const { caption, scheduledAt: scheduledFor } = content;
  const wait = known?.triedAt === undefined ? 0 : Date.parse(known.triedAt) + onceMoreAfterMs - deps.now();
  const isRefused = known?.state === 'stuck' || known?.state === 'gone';
  if (isRefused && wait > 0) return again(wait);
  const failure = await unschedule(deps, workspace, pause, {
    ...(known ?? pausedPost(pause, { id, brand, caption })),
    ...(scheduledFor && { scheduledFor }),
  });
  if (failure) throw failure;
  return done;
}
