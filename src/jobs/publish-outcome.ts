/** What a publish came to: found in the listing, waited for, not sent, or unknown. Nothing here sends. */
import { waitedMs } from '#src/cards/attention.ts';
import type { Card } from '#src/cards/card.ts';
import type { Post } from '#src/cards/post.ts';
import type { Problem, Seen, Told } from '#src/cards/problem.ts';
import type { ServiceError } from '#src/service/errors.ts';
import type { LedgerEntry } from '#src/store/ledger.ts';
import type { JobDeps } from './deps.ts';
import { again, done, type Outcome } from './job.ts';
import { failureOf, problemAt } from './reasons.ts';
import { foundAnswered, nextLookMs } from './send-once.ts';
import { shownPost } from './shown-post.ts';

/** A new one for each time that a person asked for it. */
export const effectOf = (card: Card, nth = card.tries.publish): string => `publish.${card.id}.${nth}`;

type Asked = 'approved' | 'asked again' | 'looked again';

/** What people did last about publishing it. */
export function lastAsked({ history }: Card): Asked {
  const asks = ['asked again', 'looked again'] as const;
  return asks.find((what) => what === history.findLast((entry) => isAsk(entry.what))?.what) ?? 'approved';
}

/** By this people have it published, or looked for whether it was. */
export const isAsk = (what: string): boolean =>
  what === 'approved' || what === 'asked again' || what === 'looked again';

/** Its outcome was unknown when a person asked once more: until the listing shows it published, nobody knows. */
async function mayBeOut(deps: JobDeps, card: Card): Promise<boolean> {
  if (lastAsked(card) !== 'approved') return true;
  return (await sentBefore(deps, card)).some(({ entry }) => !entry.answer);
}

/** A try that was noted as sent. */
interface Sent {
  effect: string;
  entry: LedgerEntry;
}

/** The ledger forgets older ones. */
const triesKept = 5;

/** Those of the earlier tries that were sent and are remembered, latest first. */
export async function sentBefore(deps: JobDeps, card: Card): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (let nth = card.tries.publish - 1; nth > Math.max(0, card.tries.publish - triesKept); nth -= 1) {
    const effect = effectOf(card, nth);
    const entry = await deps.ledger.read(card.workspace, effect);
    if (entry) sent.push({ effect, entry });
  }
  return sent;
}

/** Nothing is sent: people decide again, or look first where an earlier request may have published it. */
export async function stop(deps: JobDeps, card: Card, why: Withheld['why'], files?: number[]): Promise<void> {
  const { workspace, id, moves: of } = card;
  const problem = { ...(await withheld(deps, card, why)), ...(files && { files }) };
  await deps.desk.move(workspace, id, {
    type: problem.earlierRequestSent ? 'lose track' : 'fail',
    problem,
    of,
  });
}

type Withheld = Extract<Problem, { code: 'publish_withheld' }>;

/** Why an approved post is not sent, and whether a request before this one may have published it. */
export async function withheld(deps: JobDeps, card: Card, why: Withheld['why']): Promise<Withheld> {
  const at = new Date(deps.now()).toISOString();
  const earlierRequestSent = await mayBeOut(deps, card);
  return { code: 'publish_withheld', step: 'publish', at, why, earlierRequestSent };
}

/** Sends nothing while the service may be publishing the post, on its schedule or for an earlier request. */
export async function waitFor(
  deps: JobDeps,
  card: Card,
  post: Post | undefined,
  cause?: ServiceError,
): Promise<Outcome> {
  const { workspace, id, moves: of } = card;
  if (card.state === 'approved') await deps.desk.move(workspace, id, { type: 'start publishing', of }, card);
  else if (waitedMs(card, deps.now()) > deps.watchForMs) {
    const [sent] = await sentBefore(deps, card);
    return loseTrack(deps, card, notShown(sent, post, cause), cause);
  }
  return again(Math.max(pauseMs(deps, card), cause?.retryAfterMs ?? 0));
}

/** Looks come less often the longer the service takes. */
function pauseMs(deps: JobDeps, card: Card): number {
  return Math.min(Math.max(deps.lookEveryMs, waitedMs(card, deps.now()) / 10), longestPauseMs);
}

const longestPauseMs = 15_000;

/** Says that it was not published, and offers it again, only where nothing was ever sent. */
export async function giveUp(deps: JobDeps, workspace: string, id: string, cause: Error): Promise<void> {
  const card = await deps.desk.get(workspace, id);
  if (!card) return;
  const failure = failureOf(cause);
  const sent = await deps.ledger.read(workspace, effectOf(card));
  if (sent) await loseTrack(deps, card, { code: 'publish_outcome_unknown', failure, sent: 'latest' }, cause);
  else if (await mayBeOut(deps, card))
    await loseTrack(deps, card, { code: 'publish_outcome_unknown', failure, sent: 'earlier' }, cause);
  else {
    const problem = problemAt('publish', { code: 'publish_failed', failure }, deps.now(), cause);
    await deps.desk.move(workspace, id, { type: 'fail', problem });
  }
}

async function loseTrack(deps: JobDeps, card: Card, told: Told, cause?: Error): Promise<Outcome> {
  const problem = problemAt('publish', told, deps.now(), cause);
  await deps.desk.move(card.workspace, card.id, { type: 'lose track', problem });
  return done;
}

/** The answer was lost: reads whether the post is published. It is never sent again from here. */
export async function look(deps: JobDeps, card: Card, sent: Sent | undefined): Promise<Outcome> {
  const { workspace, id } = card;
  const post = await shownPost(deps, card);
  if (post?.status === 'published') {
    if (sent && !sent.entry.answer)
      await deps.ledger.answered(
        workspace,
        sent.effect,
        sent.entry,
        {},
        foundAnswered(deps, card, sent.effect),
      );
    await deps.desk.move(workspace, id, sent ? { type: 'publish' } : { type: 'observe', post });
    return done;
  }
  // no sign that it was not taken: the service is at it
  if (post?.status === 'publishing' && waitedMs(card, deps.now()) <= deps.watchForMs)
    return again(pauseMs(deps, card));
  const pause = sent && nextLookMs(deps, sent.entry);
  if (sent && pause !== undefined && post?.status !== 'publishing') {
    await deps.ledger.looked(workspace, sent.effect, sent.entry);
    return again(pause);
  }
  return loseTrack(deps, card, notShown(sent, post));
}

/** `cause`: why the listing could not be read. */
const notShown = (sent: Sent | undefined, post: Post | undefined, cause?: ServiceError): Told => ({
  code: 'publish_not_shown',
  seen: seenAs(post, cause),
  sent: howSent(sent),
});

const howSent = (sent: Sent | undefined): 'unsent' | 'answered' | 'unanswered' => {
  if (!sent) return 'unsent';
  return sent.entry.answer ? 'answered' : 'unanswered';
};

/** How the listing shows it; `cause`: why it could not be read. */
function seenAs(post: Post | undefined, cause?: ServiceError): Seen {
  if (cause) return { as: 'unread' };
  return post ? { as: 'listed', status: post.statusWord } : { as: 'unlisted' };
}
