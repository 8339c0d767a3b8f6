/**
 * Asks people to approve a card in a direct message with its buttons, and keeps these messages up to date.
 */

import { again, done, handlerOf, type Outcome, type Retriable } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import { type ApprovalRequestsPayload, approvalRequestsJob } from '#src/posts/jobs.ts';
import type { Desk } from '#src/posts/ports.ts';
import type { Deps } from './deps.ts';

/** What asking for approval works with. */
export type ApprovalRequestDeps = RenderDeps & Pick<Deps, 'approvalRequestStore' | 'jobs' | 'failpoint'>;
type RenderDeps = Pick<Deps, 'approvalRequests' | 'postFiles'> & { desk: Pick<Desk, 'posts'> };

/**
 * Sends one person a direct message that asks them to approve the card (or the posts of the campaign), with
 * the buttons that they can use. False if nothing waits for them anymore, so nothing was sent. The caller
 * waits for Slack's rate limit. After a crash, this may send a second message; the first one says so once
 * someone presses a button in it. Throws Slack's error as a `Retriable`.
 */
export async function askForApproval(deps: ApprovalRequestDeps, card: Card, user: string): Promise<boolean> {
  const request = await rendererFor(deps, card, user, false);
  if (!request.asks) return false;
  const message = await request.send();
  await deps.failpoint('approval requested');
  await deps.approvalRequestStore.note(card, { user, ...message, shown: request.shown });
  // the card may have changed meanwhile, or an earlier message may ask about the same card
  await deps.jobs.enqueue(approvalRequestsJob, { workspace: card.workspace, card: card.id });
  return true;
}

/** Queues an update of the messages that ask people to approve a card that was just rendered. */
export async function renderApprovalRequests(deps: Deps, card: Card): Promise<void> {
  const { workspace, id } = card;
  if (await deps.approvalRequestStore.any(workspace, id))
    await deps.jobs.enqueue(approvalRequestsJob, { workspace, card: id });
}

export const approvalRequestsHandler = handlerOf(approvalRequestsJob, rerenderAll);

async function rerenderAll(
  deps: Deps,
  { workspace, card: id, pressed }: ApprovalRequestsPayload,
): Promise<Outcome> {
  const card = await deps.desk.get(workspace, id);
  if (!card) return done;
  // if a process died right after it sent the message, the message isn't noted
  if (pressed) await deps.approvalRequestStore.find(card, pressed);
  const latest = new Set<string>();
  for (const one of await deps.approvalRequestStore.of(workspace, id)) {
    const isRepeated = latest.has(one.user);
    latest.add(one.user);
    const request = await rendererFor(deps, card, one.user, isRepeated);
    if (request.shown === one.shown) continue;
    const slackCall = { workspace, channel: one.channel, card: id, call: 'update', progress: false } as const;
    const waitMs = await deps.channelRateLimiter.consume(slackCall, deps.now());
    if (waitMs > 0) return again(waitMs);
    try {
      const isThere = await deps.channelRateLimiter.make(slackCall, deps.now, () => request.update(one));
      if (isThere && !isRepeated)
        await deps.approvalRequestStore.note(card, { ...one, shown: request.shown });
      else await deps.approvalRequestStore.forget(card, one);
    } catch (cause) {
      if ((cause as Retriable).retry !== false) throw cause;
      // Slack will never accept this one, and the others still have to be updated
      deps.log.warn({ err: cause, card: id }, "couldn't update an approval request");
      await deps.approvalRequestStore.forget(card, one);
    }
  }
  return done;
}

async function rendererFor(deps: RenderDeps, card: Card, user: string, isRepeated: boolean) {
  const posts = card.kind === 'campaign' ? await deps.desk.posts(card) : [];
  return deps.approvalRequests.render(user, card, {
    posts,
    isRepeated,
    notAttached: notAttached(card, deps.postFiles),
  });
}
