/**
 * Asks people to approve a card in a direct message with its buttons, and keeps these messages up to date.
 */

import { createHash } from 'node:crypto';
import { again, done, handlerOf, type Outcome, type Retriable } from '#src/platform/queue/job.ts';
import type { Posted } from '#src/platform/slack/messages.ts';
import { postMessage, withoutPreviews } from '#src/platform/slack/post-message.ts';
import { noMessage, unlessRefusedFor } from '#src/platform/slack/refusals.ts';
import { orRenderFailed } from '#src/platform/slack/render-failed.ts';
import { roleIn } from '#src/platform/slack/role.ts';
import type { Card } from '#src/posts/card/card.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import { type HomeEntry, permissionsOf, waitsFor } from '#src/posts/card/permissions.ts';
import { reviewOf } from '#src/posts/card/rule.ts';
import { inDetail } from '#src/posts/card-renderer.ts';
import { type ApprovalRequestsPayload, approvalRequestsJob } from '#src/posts/jobs.ts';
import type { Desk } from '#src/posts/ports.ts';
import {
  type ApprovalRequestOptions,
  renderApprovalRequest,
  renderCampaignRequest,
} from '#views/notifications/approval-request.ts';
import { directOf } from './audience.ts';
import type { Deps } from './deps.ts';

/** What asking for approval works with. */
export type ApprovalRequestDeps = RenderDeps & Pick<Deps, 'approvalRequestStore' | 'jobs' | 'failpoint'>;
type RenderDeps = { desk: Pick<Desk, 'posts'> } & Pick<
  Deps,
  | 'approversReader'
  | 'log'
  | 'now'
  | 'pauses'
  | 'postFiles'
  | 'slack'
  | 'slackUrl'
  | 'slash'
  | 'slots'
  | 'teamSettings'
  | 'undoForMs'
  | 'users'
  | 'zoneFor'
>;

/**
 * Sends one person a direct message that asks them to approve the card (or the posts of the campaign), with
 * the buttons that they can use. False if nothing waits for them anymore, so nothing was sent. The caller
 * waits for Slack's rate limit. After a crash, this may send a second message; the first one says so once
 * someone presses a button in it. Throws Slack's error as a `Retriable`.
 */
export async function askForApproval(deps: ApprovalRequestDeps, card: Card, user: string): Promise<boolean> {
  const request = await requestFor(deps, card, user, false);
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
    const request = await requestFor(deps, card, one.user, isRepeated);
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

/**
 * The direct message that asks one person to approve the card, with its current content. `isRepeated`: a
 * newer message asks the same person about the same card.
 */
async function requestFor(deps: RenderDeps, card: Card, user: string, isRepeated: boolean) {
  const { slack, slash, undoForMs } = deps;
  const { workspace } = card;
  const brand = card.brand.id;
  const [posts, approvers, paused, { times }, role, { guests }, direct, zone, slackUrl] = await Promise.all([
    card.kind === 'campaign' ? deps.desk.posts(card) : [],
    deps.approversReader.of(workspace, brand),
    deps.pauses.of(workspace, brand),
    deps.slots.of(workspace, brand),
    deps.users.roleOf(user),
    deps.teamSettings.brand(workspace, brand),
    directOf(deps, workspace, user),
    deps.zoneFor(brand, user),
    deps.slackUrl(),
  ]);
  const clock = { now: deps.now(), zone };
  const who = { user, role: roleIn(role, guests) };
  const entryOf = (each: Card): HomeEntry => ({
    card: each,
    review: approvers && reviewOf(each, approvers, clock.now),
    permissions: permissionsOf(each, approvers, who),
  });
  const entry = entryOf(card);
  const entries = posts.map(entryOf);
  const chosen = direct.kinds.includes('approval');
  const reading = { user, isRepeated, chosen, slackUrl, slash };
  const render = (detail: ApprovalRequestOptions['detail']) =>
    card.kind === 'campaign'
      ? renderCampaignRequest(card, entries, reading)
      : renderApprovalRequest(card, {
          ...reading,
          ...entry,
          detail,
          paused,
          hasSlots: times.length > 0,
          undoForMs,
          notAttached: notAttached(card, deps.postFiles),
          clock,
        });
  return {
    /** Whether the card, or a post of the campaign, waits for this person. */
    asks: (card.kind === 'campaign' ? entries : [entry]).some((one) => waitsFor(user, one)),
    /** A key for the message's content: if the key differs, the message has to be updated. */
    shown: createHash('sha256')
      .update(JSON.stringify(render('pictures')))
      .digest('hex'),
    /** Returns where the message is. Throws Slack's error, as a `Retriable`. */
    send: (): Promise<Posted> =>
      orRenderFailed(() =>
        inDetail((detail) => postMessage(slack, { channel: user, ...withoutPreviews, ...render(detail) })),
      ),
    /**
     * Replaces a message. False if it's gone, or can't be changed anymore. Throws Slack's error, as a
     * `Retriable`.
     */
    update: ({ channel, ts }: Posted): Promise<boolean> =>
      orRenderFailed(async () => {
        const updated = await unlessRefusedFor(noMessage, () =>
          inDetail((detail) => slack.chat.update({ channel, ts, ...withoutPreviews, ...render(detail) })),
        );
        return updated !== undefined;
      }),
  };
}
