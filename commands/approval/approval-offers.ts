import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { afterwards } from '#commands/kit/afterwards.ts';
import type { Deps, Listener } from '#commands/kit/command.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { approverOf } from '#commands/posts/authorize.ts';
import { isApprovalReaction, isApprovalReply } from '#src/approval/approval-signals.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import { reviewOf } from '#src/posts/card/rule.ts';
import { isInReview } from '#src/posts/card/state.ts';
import { approvalOffer, noOfferOnCampaign } from '#views/approval/approval-offers.ts';
import { pausedRefusal } from '#views/posts/paused.ts';

const idSchema = z.string().regex(/^[A-Z0-9]+$/);
const tsSchema = z.string().regex(/^\d+\.\d+$/);

/**
 * A person's reply. Messages that were edited or deleted, join messages, and those of bots have another
 * shape.
 */
const replySchema = z.object({
  subtype: z.literal('thread_broadcast').optional(),
  bot_id: z.never().optional(),
  user: idSchema,
  user_team: z.string().optional(),
  channel: idSchema,
  text: z.string(),
  ts: z.string(),
  thread_ts: tsSchema,
});

/** A reaction to a message. Slack doesn't say whether a person or a bot added it. */
const reactionSchema = z.object({
  user: idSchema,
  reaction: z.string(),
  item: z.object({ type: z.literal('message'), channel: idSchema, ts: tsSchema }),
  event_ts: tsSchema,
});

/** A reply or a reaction with which someone approves a card instead of pressing its button. */
interface ApprovalSignal {
  kind: 'reply' | 'reaction';
  user: string;
  team?: string | undefined;
  channel: string;
  /** The message that shows the card. */
  ts: string;
  /** When the event happened. Slack repeats the same event if it got no answer. */
  at: string;
}

/** How long Slack might redeliver an event. */
const deliveredAgainForMs = 10 * 60_000;

/** Offers the *Approve* button to people who approve with a reply or a reaction. */
export const onApprovalSignals: Listener = (app, shared) => {
  app.event('message', async ({ event, context }) => {
    const { data: reply } = replySchema.safeParse(event);
    // most messages end here, so nothing else is read, and nothing is stored
    if (!reply || !isApprovalReply(reply.text)) return;
    const { user, user_team: team, channel, thread_ts, ts } = reply;
    const signal: ApprovalSignal = { kind: 'reply', user, team, channel, ts: thread_ts, at: ts };
    await offer(await shared.inWorkspace(workspaceOf(context)), signal);
  });
  app.event('reaction_added', async ({ event, context }) => {
    const { data } = reactionSchema.safeParse(event);
    if (!data || !isApprovalReaction(data.reaction)) return;
    const { user, item, event_ts: at } = data;
    const signal: ApprovalSignal = { kind: 'reaction', user, channel: item.channel, ts: item.ts, at };
    await offer(await shared.inWorkspace(workspaceOf(context)), signal);
  });
};

/** People who can't approve get no answer: they're talking to each other, and didn't ask the bot. */
async function offer(deps: Deps, { kind, user, team, channel, ts, at }: ApprovalSignal): Promise<void> {
  const { workspace } = deps;
  const card = await deps.desk.cardAt(workspace, { channel, ts });
  if (!card || !isInReview(card)) return;
  const approver = await approverOf(deps, card, { by: user, team });
  if (!approver || (kind === 'reaction' && (await deps.users.isBot(user)))) return;
  const { approvers } = approver;
  const clock = { now: deps.now(), zone: await deps.zoneFor(card.brand.id, user) };
  const review = approvers && reviewOf(card, approvers, clock.now);
  if (review && !review.progress.complete && !review.progress.open.includes(user)) return;
  const campaign = card.kind === 'campaign' ? { text: noOfferOnCampaign(kind) } : undefined;
  const paused = await deps.pauses.of(workspace, card.brand.id);
  const answer =
    campaign ??
    (paused
      ? { text: pausedRefusal(paused, deps.slash) }
      : approvalOffer(card, kind, {
          review,
          undoForMs: deps.undoForMs,
          clock,
          notAttached: notAttached(card, deps.postFiles),
        }));
  const owner = randomUUID();
  const once = `word.${channel}.${user}.${at}`;
  if (!answer || !(await deps.locks.acquire(workspace, once, owner, deliveredAgainForMs))) return;
  // someone who only reacted wouldn't see a private message in the card's thread: Slack shows it only to
  // people who have the thread open
  const thread = kind === 'reply' ? ts : card.message?.thread;
  try {
    await deps.personNotifier.tell({ channel, user, thread }, answer);
  } catch (cause) {
    // Slack repeats the reply, and then the offer is made
    await afterwards(deps, "couldn't offer the approve button", () =>
      deps.locks.release(workspace, once, owner),
    );
    throw cause;
  }
}
