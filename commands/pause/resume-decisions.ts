/**
 * What the buttons in the list of a resume do with a post. Each returns what the person is told, as mrkdwn; nothing if the
 * list shows the result.
 */

import { afterwards } from '#commands/kit/afterwards.ts';
import type { SharedDeps } from '#commands/kit/command.ts';
import { type Click, openFor, tooLate } from '#commands/posts/click.ts';
import { suggestedTime } from '#commands/posts/suggested-time.ts';
import { isOnSchedule, type PausedPost } from '#src/pause/pause.ts';
import { onlyPlans } from '#src/posts/card/approvals.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { brandOf, scopeOf } from '#src/posts/card/scope.ts';
import { contentRefusal } from '#src/posts/card/transitions.ts';
import { listBehind, notKept, resumePlaceOf, timePassed } from '#views/pause/resume.ts';
import { notScheduledYet } from '#views/posts/approval-progress.ts';
import { scheduleModal } from '#views/posts/card-modals.ts';
import { refusalText } from '#views/posts/refusals.ts';

interface Noted {
  scope: string;
  post: PausedPost;
}

/** The post above the button; `undefined` if someone decided about it, or a later pause noted it. */
async function notedAbove(deps: SharedDeps, { workspace, card, block }: Click): Promise<Noted | undefined> {
  const { scope, pausedAt } = resumePlaceOf(block) ?? {};
  const post = scope && card.postId && (await deps.pauses.post(workspace, scope, card.postId));
  return scope && post && Date.parse(post.of) === pausedAt ? { scope, post } : undefined;
}

/**
 * Includes what an earlier pause noted of the post. A later pause's note, or a request of its that may be under way, is decided about by itself.
 * False if what the person saw has changed; then `audited` isn't written.
 */
async function forget(
  deps: SharedDeps,
  workspace: string,
  { scope, post }: Noted,
  audited?: AuditEntry,
): Promise<boolean> {
  const forgotten = await deps.pauses.replace(workspace, scope, post, undefined, audited);
  if (audited) deps.audit.soon(workspace);
  const other = scope === scopeOf(undefined) ? scopeOf(post.brand) : scopeOf(undefined);
  const noted = await deps.pauses.post(workspace, other, post.id);
  const isOver = noted && Date.parse(noted.of) <= Date.parse(post.of) && noted.state !== 'sending';
  if (isOver) await deps.pauses.replace(workspace, other, noted);
  for (const one of isOver ? [scope, other] : [scope]) await rendersReport(deps, workspace, one);
  return forgotten;
}

/** The pause's report says how many posts are decided about. Never throws. */
export const rendersReport = (deps: SharedDeps, workspace: string, scope: string): Promise<void> =>
  afterwards(deps, 'the report of a pause counts a decision only the next time it is drawn', () =>
    deps.desk.redraw(workspace, brandOf(scope)),
  );

/** For its old time. Under a rule, it keeps its approvals for that time, or asks for them. */
export async function scheduleAgain(deps: SharedDeps, click: Click): Promise<string | undefined> {
  const { workspace, card, by, approvers, approves, paused, contentHash } = click;
  const noted = await notedAbove(deps, click);
  const was = noted?.post.was;
  if (!was) return listBehind;
  if (Date.parse(was) <= deps.now()) return timePassed;
  const moved = await deps.desk.move(workspace, card.id, {
    ...{ type: 'change', by, contentHash, under: approvers, approves, paused },
    pending: { what: 'schedule', change: { scheduledAt: was } },
  });
  if (!moved || 'refused' in moved) return tooLate(deps, moved);
  await forget(deps, workspace, noted);
  return notScheduledYet(moved.card, approvers);
}

/** Opens the form for another time. It schedules the post again, or plans it if a rule asks for approval first. */
export async function newTime(deps: SharedDeps, click: Click): Promise<string | undefined> {
  const { card, approvers, paused, contentHash } = click;
  const noted = await notedAbove(deps, click);
  const view = scheduleModal.render(card, {
    plans: approvers !== undefined && onlyPlans(card, click),
    suggests: await suggestedTime(deps, click, noted?.post.was ?? timeOf(card)),
  });
  const why = paused ? { why: 'paused' as const, pause: paused } : contentRefusal(card, contentHash);
  return openFor(deps, click, { type: 'change' }, view, why);
}

/** A post without a card doesn't get one. */
export async function leave(deps: SharedDeps, click: Click): Promise<string | undefined> {
  const { workspace, card, by, contentHash } = click;
  const noted = await notedAbove(deps, click);
  const moved = await deps.desk.move(workspace, card.id, { type: 'leave_as_draft', by, contentHash });
  const refusal = moved && tooLate(deps, moved);
  if (refusal) return refusal;
  const entry = moved ? undefined : entryOf(deps, click, 'left as draft');
  const forgotten = noted && (await forget(deps, workspace, noted, entry));
  return forgotten || moved ? undefined : listBehind;
}

/** It's published at its time, unless it was unscheduled meanwhile, or that is still under way. */
export async function keep(deps: SharedDeps, click: Click): Promise<string | undefined> {
  const { workspace, card, paused } = click;
  if (paused) return refusalText({ why: 'paused', pause: paused }, deps.slash);
  const noted = await notedAbove(deps, click);
  const state = noted?.post.state;
  if (state === 'off' || state === 'sending') return notKept[state];
  if (!noted || !isOnSchedule(card, noted.post)) return listBehind;
  const entry = entryOf(deps, click, 'kept on schedule');
  return (await forget(deps, workspace, noted, entry)) ? undefined : listBehind;
}

function entryOf(
  deps: SharedDeps,
  { card: { brand, postId: post }, by, channel }: Click,
  what: 'left as draft' | 'kept on schedule',
): AuditEntry {
  const at = new Date(deps.now()).toISOString();
  return { at, by, what, brand, post, channel, via: 'click' };
}

/** It stays in the list until the service has done it. */
export async function takeOff(deps: SharedDeps, click: Click): Promise<string | undefined> {
  const { workspace, card, by, approvers, approves, contentHash } = click;
  const moved = await deps.desk.move(workspace, card.id, {
    ...{ type: 'change', by, contentHash, under: approvers, approves },
    pending: { what: 'unschedule', change: { scheduledAt: null } },
  });
  return tooLate(deps, moved);
}
