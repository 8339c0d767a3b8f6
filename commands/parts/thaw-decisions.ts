/**
 * What the buttons in the list of a thaw do with a post. Each answers what the person is told, as mrkdwn; nothing where the
 * list shows what was done.
 */

import type { FrozenPost } from '#src/cards/freeze.ts';
import { standingOf } from '#src/cards/rules.ts';
import { refusalText } from '#views/refusals.ts';
import { decidedAlready, notScheduledYet, thawPlaceOf, timePassed } from '#views/thaw.ts';
import type { SharedDeps } from '../command.ts';
import { type Click, tooLate } from './click.ts';

/** The post above the button, as the freeze noted it that the list is of; `undefined`: it was decided, or noted by a later one. */
async function postShown(
  deps: SharedDeps,
  { workspace, card, block }: Click,
): Promise<FrozenPost | undefined> {
  const place = thawPlaceOf(block);
  const post = place && card.postId && (await deps.freezes.post(workspace, place.scope, card.postId));
  return post && Date.parse(post.of) === place.freeze ? post : undefined;
}

/** At the time that it had. Under a rule it still has its approvals for that time, or asks for them. */
export async function scheduleAgain(deps: SharedDeps, click: Click): Promise<string | undefined> {
  const { workspace, card, by, panel, approves, frozen, seen } = click;
  const post = await postShown(deps, click);
  if (!post?.was) return decidedAlready;
  if (Date.parse(post.was) <= deps.now()) return timePassed;
  const moved = await deps.desk.move(workspace, card.id, {
    ...{ type: 'change', by, seen, under: panel, approves, frozen },
    pending: { what: 'schedule', change: { scheduledAt: post.was } },
  });
  if (!moved || 'refused' in moved) return tooLate(deps, moved);
  await deps.freezes.forget(workspace, card.brand.id, post.id);
  const { pending } = moved.card;
  return pending || !panel ? undefined : notScheduledYet(moved.card, standingOf(moved.card, panel));
}

/** A post that is on no card stays on none. */
export async function leave(
  deps: SharedDeps,
  { workspace, card, by, channel }: Click,
): Promise<string | undefined> {
  const moved = await deps.desk.move(workspace, card.id, { type: 'leave', by });
  const refusal = moved && tooLate(deps, moved);
  if (refusal || !card.postId) return refusal;
  const { brand, postId: post } = card;
  if (!moved)
    await deps.audit.add(workspace, { by, what: 'left as draft', brand, post, channel, via: 'click' });
  await deps.freezes.forget(workspace, brand.id, post);
  return undefined;
}

/** It goes out at its time. */
export async function keep(deps: SharedDeps, click: Click): Promise<string | undefined> {
  const { workspace, card, by, channel, frozen } = click;
  if (frozen) return refusalText({ why: 'frozen', freeze: frozen }, deps.slash);
  const { brand, postId: post } = card;
  if (!post || !(await postShown(deps, click))) return decidedAlready;
  await deps.audit.add(workspace, { by, what: 'kept on schedule', brand, post, channel, via: 'click' });
  await deps.freezes.forget(workspace, brand.id, post);
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
