/**
 * What the buttons in the list of a resume do. Each returns the answer as mrkdwn; `undefined` if the list
 * shows the result.
 */

import { afterwards } from '#commands/kit/afterwards.ts';
import type { Deps, SharedDeps } from '#commands/kit/command.ts';
import { clashLines } from '#commands/posts/clashes.ts';
import { type Click, openFor, tooLate } from '#commands/posts/click.ts';
import { nextSlotShown } from '#commands/posts/next-slot.ts';
import { suggestedTime } from '#commands/posts/suggested-time.ts';
import { isLeftScheduled, type PausedPost } from '#src/pause/pause.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import { contentRefusal } from '#src/posts/card/apply-transition.ts';
import { onlyPlans } from '#src/posts/card/approvals.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { brandOf, scopeOf } from '#src/posts/card/scope.ts';
import { listBehind, notKept, resumeListPageOf } from '#views/pause/resume.ts';
import { notScheduledYet } from '#views/posts/approval-progress.ts';
import { scheduleModal } from '#views/posts/card-modals.ts';
import { refusalText } from '#views/posts/refusals.ts';

interface LeftByPause {
  scope: string;
  post: PausedPost;
}

/** The post above the button; `undefined` if someone decided about it, or a later pause noted it. */
async function postAbove(
  deps: SharedDeps,
  { workspace, card, block }: Click,
): Promise<LeftByPause | undefined> {
  const { scope, pausedAt } = resumeListPageOf(block) ?? {};
  const post = scope && card.postId && (await deps.pauses.post(workspace, scope, card.postId));
  return scope && post && Date.parse(post.pausedAt) === pausedAt ? { scope, post } : undefined;
}

/**
 * Forgets the notes of a post, including those of an earlier pause. A later pause's note, or a request in
 * progress for it, is decided separately. False if what the person saw has changed, in which case `audited`
 * isn't written.
 */
async function forget(
  deps: SharedDeps,
  workspace: string,
  { scope, post }: LeftByPause,
  audited?: AuditEntry,
): Promise<boolean> {
  const forgotten = await deps.pauses.replace(workspace, scope, post, undefined, audited);
  if (audited) deps.audit.soon(workspace);
  const other = scope === scopeOf(undefined) ? scopeOf(post.brand) : scopeOf(undefined);
  const earlier = await deps.pauses.post(workspace, other, post.id);
  const isOver =
    earlier && Date.parse(earlier.pausedAt) <= Date.parse(post.pausedAt) && earlier.state !== 'sending';
  if (isOver) await deps.pauses.replace(workspace, other, earlier);
  for (const one of isOver ? [scope, other] : [scope]) await queueReportUpdate(deps, workspace, one);
  return forgotten;
}

/**
 * For a post that got another time together with others. What a pause has noted about it since then stays.
 */
export async function decidedAbout(
  deps: SharedDeps,
  workspace: string,
  scope: string,
  post: PausedPost,
): Promise<void> {
  await forget(deps, workspace, { scope, post });
}

/** Updates the pause's report, which says how many posts were decided about. Never throws. */
export const queueReportUpdate = (deps: SharedDeps, workspace: string, scope: string): Promise<void> =>
  afterwards(deps, "couldn't queue an update of a pause report; its next update counts the decision", () =>
    deps.desk.rerender(workspace, brandOf(scope)),
  );

/** Schedules the post for its old time. Under a rule, it keeps its approvals for that time, or needs them. */
export async function scheduleAgain(click: Click, deps: Deps): Promise<string | undefined> {
  const { workspace, card, by, approvers, approves, paused, contentHash } = click;
  const above = await postAbove(deps, click);
  const scheduledAt = above?.post.scheduledFor;
  if (!scheduledAt) return listBehind;
  if (Date.parse(scheduledAt) <= deps.now()) return notKept.timePassed;
  const result = await deps.desk.transition(workspace, card.id, {
    type: 'change',
    by,
    contentHash,
    approvers,
    approves,
    paused,
    pending: { what: 'schedule', change: { scheduledAt } },
  });
  if (!result || 'refused' in result) return tooLate(deps, result);
  await forget(deps, workspace, above);
  const says = [notScheduledYet(result.card, approvers), await clashLines(deps, result.card)];
  return says.filter(Boolean).join('\n') || undefined;
}

/**
 * Opens the form for another time, which schedules the post again, or plans it if a rule asks for approval
 * first.
 */
export async function newTime(click: Click, deps: Deps): Promise<string | undefined> {
  const { card, approvers, paused, contentHash } = click;
  const [above, nextSlot] = await Promise.all([postAbove(deps, click), nextSlotShown(deps, card.brand)]);
  const view = scheduleModal.render(card, {
    plans: approvers !== undefined && onlyPlans(card, click),
    nextSlot,
    suggests: await suggestedTime(deps, click, above?.post.scheduledFor ?? timeOf(card)),
  });
  const why = paused ? { why: 'paused' as const, pause: paused } : contentRefusal(card, contentHash);
  return openFor(deps, click, { type: 'change' }, view, why);
}

/** Leaves the post as a draft. A post without a card doesn't get one. */
export async function leave(click: Click, deps: Deps): Promise<string | undefined> {
  const { workspace, card, by, contentHash } = click;
  const above = await postAbove(deps, click);
  const result = await deps.desk.transition(workspace, card.id, { type: 'leave_as_draft', by, contentHash });
  const refusal = result && tooLate(deps, result);
  if (refusal) return refusal;
  const entry = result ? undefined : entryOf(deps, click, 'left as draft');
  const forgotten = above && (await forget(deps, workspace, above, entry));
  return forgotten || result ? undefined : listBehind;
}

/**
 * Keeps the post's time: it's published then, unless it was unscheduled in the meantime, or that is still in
 * progress.
 */
export async function keep(click: Click, deps: Deps): Promise<string | undefined> {
  const { workspace, card, paused } = click;
  if (paused) return refusalText({ why: 'paused', pause: paused }, deps.slash);
  const above = await postAbove(deps, click);
  const state = above?.post.state;
  if (state === 'unscheduled' || state === 'sending') return notKept[state];
  if (!above || !isLeftScheduled(card, above.post)) return listBehind;
  const entry = entryOf(deps, click, 'kept on schedule');
  return (await forget(deps, workspace, above, entry)) ? undefined : listBehind;
}

function entryOf(
  deps: SharedDeps,
  { card: { brand, postId: post }, by, channel }: Click,
  what: 'left as draft' | 'kept on schedule',
): AuditEntry {
  const at = isoNow(deps);
  return { at, by, what, brand, post, channel, via: 'click' };
}

/** Unschedules the post, which stays in the list until the service has done it. */
export async function unschedule(click: Click, deps: Deps): Promise<string | undefined> {
  const { workspace, card, by, approvers, approves, contentHash } = click;
  const result = await deps.desk.transition(workspace, card.id, {
    type: 'change',
    by,
    contentHash,
    approvers,
    approves,
    pending: { what: 'unschedule', change: { scheduledAt: null } },
  });
  return tooLate(deps, result);
}
