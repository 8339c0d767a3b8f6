/**
 * After people kept or published a version of an AI post: discards the others, also those that were still
 * being written or changed.
 */

import { mayStillGoOut } from '#src/platform/publishing-api/post.ts';
import { again, done, handlerOf, type Outcome, queues } from '#src/platform/queue/job.ts';
import { refusalOf } from '#src/posts/card/apply-transition.ts';
import { followedUntil, isFollowed } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Step } from '#src/posts/card/problem.ts';
import { isScheduled, isUnderWay, wasPublished } from '#src/posts/card/state.ts';
import { openedAt, otherVersions } from '#src/posts/card/versions.ts';
import { type CardPayload, cardJob } from '#src/posts/card-job.ts';
import { checkDelayMs } from '#src/posts/post-index/check-plan.ts';
import type { Deps as OperationDeps } from './operations/deps.ts';

/** `card`: the first version's, or that of a rewrite that was published. */
export const keepVersionJob = cardJob('keep-version', queues.actions);

type Deps = Pick<OperationDeps, 'cards' | 'desk' | 'index' | 'now' | 'checkEveryMs'>;

export const keepVersionHandler = handlerOf(keepVersionJob, runKeep);

async function runKeep(deps: Deps, { workspace, card: id }: CardPayload): Promise<Outcome> {
  const first = await deps.desk.get(workspace, id);
  const { keptVersion, keptAt: at, discards } = first ?? {};
  const version = discards?.version ?? keptVersion;
  if (!first || !version || !at || !discards) return done;
  const { by } = discards;
  // a rewrite was published: the first version's card has the others
  if (first.rewriteOf) {
    await deps.desk.transition(workspace, first.rewriteOf, { type: 'keep', by, version, opened: at });
    await deps.desk.transition(workspace, id, { type: 'end_discards', chosenAt: at });
    return done;
  }
  const kept = await deps.desk.get(workspace, version);
  // the kept card's button disappears; the first version's card has the note already
  if (kept && keptVersion === version && kept.keptVersion !== version)
    await deps.desk.transition(
      workspace,
      version,
      { type: 'keep', by, version, opened: openedAt(kept) },
      kept,
    );
  const isPublished = kept !== undefined && wasPublished(kept);
  const waits: number[] = [];
  for (const other of await deps.cards.getAll(workspace, otherVersions(first, version))) {
    const wait = await discard(deps, other, { by, at, replacedBy: version, isPublished });
    if (wait !== undefined) waits.push(wait);
  }
  if (waits.length > 0) return again(Math.min(...waits));
  await deps.desk.transition(workspace, id, { type: 'end_discards', chosenAt: at });
  return done;
}

/**
 * A version on the service's schedule, or that may go out at its time, is unscheduled first. Returns in how
 * many ms to go on with it, if something is left to do.
 */
async function discard(
  deps: Deps,
  card: Card,
  {
    by,
    at,
    replacedBy,
    isPublished,
  }: { by: string | undefined; at: string; replacedBy: string; isPublished: boolean },
): Promise<number | undefined> {
  const { id, workspace } = card;
  const soonMs = checkDelayMs(deps.now() - Date.parse(at), deps.checkEveryMs);
  if (isUnderWay(card)) return soonMs;
  if (mayComeBack(card, deps.now()) && openedAt(card) <= at) return soonMs;
  const wasScheduled = isScheduled(card);
  // only a person who chose between the versions meant to unschedule this one, too
  const unscheduledBy = isPublished ? undefined : by;
  const stays = wasScheduled && (!unscheduledBy || scheduledAgainSince(card, at));
  if (refusalOf(card, { type: 'change' }) || openedAt(card) > at || stays) {
    if (isPublished && !card.publishedVersion)
      await deps.desk.transition(workspace, id, { type: 'close_choice', version: replacedBy });
    return undefined;
  }
  if (!unscheduledBy || !(wasScheduled || (await mayGoOutAtItsTime(deps, card)))) {
    const reject = { type: 'reject', by, replacedBy, isPublished } as const;
    const result = await deps.desk.transition(workspace, id, reject, card);
    return result !== undefined && 'refused' in result ? soonMs : undefined;
  }
  const waitMs = retryInMs(card, at, deps.now());
  if (waitMs === undefined || waitMs > 0) return waitMs;
  const pending = { what: 'unschedule', change: { scheduledAt: null }, replacedBy } as const;
  await deps.desk.transition(workspace, id, { type: 'change', by: unscheduledBy, pending }, card);
  return soonMs;
}

/**
 * Whether the service may still finish a version whose outcome is unknown, which is followed for that long.
 */
const mayComeBack = (card: Card, now: number): boolean =>
  isFollowed(card) && leavesDraft.has(card.problem?.step ?? 'create') && now < followedUntil(card);

/** After these steps, the post may still turn up as a draft. */
const leavesDraft: ReadonlySet<Step> = new Set(['generate', 'gone']);

/** Whether the service may publish it at its time without us, for example once someone approves it there. */
async function mayGoOutAtItsTime({ index, now }: Deps, { workspace, brand, postId }: Card): Promise<boolean> {
  const found = postId && (await index.find({ workspace, brand: brand.id, post: postId }));
  return found ? mayStillGoOut(found.post, now()) : false;
}

/** Whether someone scheduled it after the choice, which they did on purpose. */
const scheduledAgainSince = ({ history }: Card, at: string): boolean =>
  history.some((entry) => entry.what === 'scheduled' && entry.at > at);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * When to try again after the service refused to unschedule it: less and less often, but several times before
 * its time. `undefined`: only people can do something about it, and they were notified.
 */
function retryInMs({ problem, content }: Card, keptAt: string, now: number): number | undefined {
  if (problem?.code !== 'still_scheduled' || problem.at < keptAt) return 0;
  if (!problem.retrying) return undefined;
  const triedAt = Date.parse(problem.at);
  const leftMs = content.scheduledAt === undefined ? hourMs : Date.parse(content.scheduledAt) - triedAt;
  const delayMs = Math.max(minuteMs, Math.min(hourMs, triedAt - Date.parse(keptAt), leftMs / 2));
  return Math.max(0, triedAt + delayMs - now);
}
