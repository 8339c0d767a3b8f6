/**
 * What the buttons in the list of a thaw do with a post. Each answers what the person is told, as mrkdwn; nothing where the
 * list shows what was done.
 */

import { type FrozenPost, scopeOf } from '#src/cards/freeze.ts';
import { standingOf } from '#src/cards/rules.ts';
import { refusalText } from '#views/refusals.ts';
import { decidedAlready, notScheduledYet, thawPlaceOf, timePassed } from '#views/thaw.ts';
import type { SharedDeps } from '../command.ts';
import { type Click, tooLate } from './click.ts';

interface Noted {
  scope: string;
  post: FrozenPost;
}

/** What stands above the button; `undefined`: it was decided about, or a later freeze noted it. */
async function notedAbove(deps: SharedDeps, { workspace, card, block }: Click): Promise<Noted | undefined> {
  const { scope, freeze } = thawPlaceOf(block) ?? {};
  const post = scope && card.postId && (await deps.freezes.post(workspace, scope, card.postId));
  return scope && post && Date.parse(post.of) === freeze ? { scope, post } : undefined;
}

/** Also what an earlier freeze noted of the post; what a later one noted, or may be taking off still, is asked about by itself. */
async function forget(deps: SharedDeps, workspace: string, { scope, post }: Noted): Promise<void> {
  for (const one of [scopeOf(post.brand), scopeOf(undefined)]) {
    const noted = one === scope ? post : await deps.freezes.post(workspace, one, post.id);
    const isOver = noted && noted.of <= post.of && noted.state !== 'sending';
    if (isOver) await deps.freezes.replace(workspace, one, noted);
  }
}

/** At the time that it had. Under a rule it still has its approvals for that time, or asks for them. */
export async function scheduleAgain(deps: SharedDeps, click: Click): Promise<string | undefined> {
  const { workspace, card, by, panel, approves, frozen, seen } = click;
  const noted = await notedAbove(deps, click);
  const was = noted?.post.was;
  if (!was) return decidedAlready;
  if (Date.parse(was) <= deps.now()) return timePassed;
  const moved = await deps.desk.move(workspace, card.id, {
    ...{ type: 'change', by, seen, under: panel, approves, frozen },
    pending: { what: 'schedule', change: { scheduledAt: was } },
  });
  if (!moved || 'refused' in moved) return tooLate(deps, moved);
  await forget(deps, workspace, noted);
  const { pending } = moved.card;
  return pending || !panel ? undefined : notScheduledYet(moved.card, standingOf(moved.card, panel));
}

/** A post that is on no card stays on none. */
export async function leave(deps: SharedDeps, click: Click): Promise<string | undefined> {
  const { workspace, card, by, channel } = click;
  const noted = await notedAbove(deps, click);
  if (!noted) return decidedAlready;
  const moved = await deps.desk.move(workspace, card.id, { type: 'leave', by });
  const refusal = moved && tooLate(deps, moved);
  if (refusal) return refusal;
  const { brand, postId: post } = card;
  if (!moved)
    await deps.audit.add(workspace, { by, what: 'left as draft', brand, post, channel, via: 'click' });
  await forget(deps, workspace, noted);
  return undefined;
}

/** It goes out at its time. */
export async function keep(deps: SharedDeps, click: Click): Promise<string | undefined> {
  const { workspace, card, by, channel, frozen } = click;
  if (frozen) return refusalText({ why: 'frozen', freeze: frozen }, deps.slash);
  const { brand, postId: post } = card;
  const noted = await notedAbove(deps, click);
  if (!post || !noted) return decidedAlready;
  await deps.audit.add(workspace, { by, what: 'kept on schedule', brand, post, channel, via: 'click' });
  await forget(deps, workspace, noted);
  return undefined;
}

/** It stays in the list until the service did it. */
export async function takeOff(deps: SharedDeps, click: Click): Promise<string | undefined> {
  const { workspace, card, by, panel, approves, seen } = click;
  const moved = await deps.desk.move(workspace, card.id, {
    ...{ type: 'change', by, seen, under: panel, approves },
    pending: { what: 'unschedule', change: { scheduledAt: null } },
  });
  return tooLate(deps, moved);
}
