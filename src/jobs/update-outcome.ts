/** What a change came to that was not confirmed: not made, or to be found in the listing. Nothing here sends. */
import type { Card, Pending } from '#src/cards/card.ts';
import { isShown } from '#src/cards/change.ts';
import { differs } from '#src/cards/new-card.ts';
import type { Post } from '#src/cards/post.ts';
import type { Problem } from '#src/cards/problem.ts';
import { ServiceError } from '#src/service/errors.ts';
import type { JobDeps } from './deps.ts';
import { again, done, type Outcome, type Retriable } from './job.ts';
import { failureOf, problemAt } from './reasons.ts';
import { foundAnswered, nextLookMs } from './send-once.ts';
import { shownPost } from './shown-post.ts';

/**
 * Its note stands while a request may have been taken that nobody confirmed: one that was refused takes its own note
 * away, and what is confirmed or given up is never sent again.
 */
export const effectOf = ({ id }: Card, { at }: Pending): string => `update.${id}.${at}`;

/** Says that the post is as it was only where nothing was sent that may have been taken. */
export async function giveUp(deps: JobDeps, card: Card, pending: Pending, cause: Error): Promise<void> {
  const failure = failureOf(cause);
  const sent = await deps.ledger.read(card.workspace, effectOf(card, pending));
  // a look would end the next process, too
  const deadly = (cause as Retriable).retry === false && !(cause instanceof ServiceError);
  // what must be off the schedule is rather sent once more than looked for
  if (sent && !deadly && pending.change.scheduledAt !== null)
    return doubt(deps, card, pending, failure, cause);
  const told = { code: 'update_failed', failure, mayHaveChanged: sent !== undefined } as const;
  await fail(deps, card, pending, problemAt('update', told, deps.now(), cause));
}

type InDoubt = Extract<Problem, { code: 'update_outcome_unknown' }>;

/** Nobody decides about it before a look showed what became of it. */
export async function doubt(
  deps: JobDeps,
  { workspace, id }: Card,
  pending: Pending,
  because: InDoubt['because'],
  cause?: Error,
): Promise<void> {
  const problem = problemAt(
    'update',
    { code: 'update_outcome_unknown', because, result: 'looking' },
    deps.now(),
    cause,
  );
  await deps.desk.move(workspace, id, { type: 'doubt update', pending, problem });
}

/** People decide about it again. */
export async function fail(deps: JobDeps, card: Card, pending: Pending, problem: Problem): Promise<void> {
  const { workspace, id } = card;
  const failed = await deps.desk.move(workspace, id, { type: 'fail update', pending, problem });
  // with another change under way it is the note of what may be sent once more
  if (failed && 'card' in failed) await deps.ledger.forget(workspace, effectOf(card, pending));
}

/**
 * While the listing cannot be read, nobody knows more than before: then this comes again, as long as that may pass by itself
 * or a person mends the key.
 */
export async function look(deps: JobDeps, card: Card, pending: Pending): Promise<Outcome> {
  const effect = effectOf(card, pending);
  const sent = await deps.ledger.read(card.workspace, effect);
  let post: Post | undefined;
  try {
    post = await shownPost(deps, card);
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    const agoMs = deps.now() - Date.parse(sent?.sentAt ?? pending.at);
    if (agoMs <= deps.watchForMs || cause.retry || cause.kind === 'key')
      return again(Math.max(unreadPauseMs(deps, agoMs), cause.retryAfterMs ?? 0));
    await end(deps, card, pending, 'unread');
    return done;
  }
  if (post && isShown(card, pending.change, post)) return confirm(deps, card, pending, post);
  const pause = sent && nextLookMs(deps, sent);
  if (sent && post?.status !== 'published' && pause !== undefined) {
    await deps.ledger.looked(card.workspace, effect, sent);
    return again(pause);
  }
  return show(deps, card, pending, post);
}

/** A tenth of the time since it was sent. */
function unreadPauseMs(deps: JobDeps, agoMs: number): number {
  return Math.min(Math.max(deps.lookEveryMs, agoMs / 10), longestPauseMs);
}

const longestPauseMs = 60_000;

/** The request was taken. */
async function confirm(deps: JobDeps, card: Card, pending: Pending, post: Post): Promise<Outcome> {
  const { workspace, id } = card;
  const moved = await deps.desk.move(workspace, id, { type: 'update', pending });
  if (!moved || 'refused' in moved) return done;
  const effect = effectOf(card, pending);
  await deps.ledger.forget(workspace, effect, foundAnswered(deps, card, effect));
  // it may have gone out by now
  await observe(deps, moved.card, post);
  return done;
}

/** The post is as it is shown, else as it was; what is published ends the change. */
async function show(deps: JobDeps, card: Card, pending: Pending, post: Post | undefined): Promise<Outcome> {
  if (post) await observe(deps, card, post);
  await end(deps, card, pending, post ? 'shown' : 'not_shown');
  return done;
}

/** Keeps saying why nobody knew, with what looking for it told. */
function end(deps: JobDeps, card: Card, pending: Pending, result: InDoubt['result']): Promise<void> {
  const { problem } = card;
  const because = problem?.code === 'update_outcome_unknown' ? problem.because : undefined;
  const told = { code: 'update_outcome_unknown', because, result } as const;
  return fail(deps, card, pending, problemAt('update', told, deps.now()));
}

async function observe(deps: JobDeps, card: Card, post: Post): Promise<void> {
  if (!differs(card, post, new Date(deps.now()).toISOString())) return;
  await deps.desk.move(card.workspace, card.id, { type: 'observe', post, of: card.moves });
}
