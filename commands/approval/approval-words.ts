import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { afterwards } from '#commands/kit/afterwards.ts';
import type { Command, Deps } from '#commands/kit/command.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { approverOf } from '#commands/posts/authorize.ts';
import { isWordOfApproval } from '#src/approval/approval-words.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import { reviewOf } from '#src/posts/card/rule.ts';
import { confirmWord, wordBelowCampaign } from '#views/approval/approval-words.ts';
import { pausedRefusal } from '#views/posts/paused.ts';

/** A person's reply. Edited, deleted and joining messages, and those of bots, have another shape. */
const replySchema = z.object({
  subtype: z.literal('thread_broadcast').optional(),
  bot_id: z.never().optional(),
  user: z.string().regex(/^[A-Z0-9]+$/),
  /** The person's workspace. */
  user_team: z.string().optional(),
  channel: z.string().regex(/^[A-Z0-9]+$/),
  text: z.string(),
  ts: z.string(),
  thread_ts: z.string().regex(/^\d+\.\d+$/),
});
type Reply = z.infer<typeof replySchema>;

/** How long Slack might redeliver an event. */
const deliveredAgainForMs = 10 * 60_000;

export const approversWord: Command = {
  about: 'Offer the button to somebody who approves a card with words in its thread',
  listen(app, shared) {
    app.event('message', async ({ event, context }) => {
      const { data: reply } = replySchema.safeParse(event);
      // most messages end here: nothing else is read, and nothing is stored
      if (!reply || !isWordOfApproval(reply.text)) return;
      await offer(await shared.inWorkspace(workspaceOf(context)), reply);
    });
  },
};

/** People who can't approve get no answer: they talk to each other, and asked nothing of the bot. */
async function offer(deps: Deps, reply: Reply): Promise<void> {
  const { workspace } = deps;
  const { user, user_team, channel, ts, thread_ts } = reply;
  const card = await deps.desk.cardAt(workspace, { channel, ts: thread_ts });
  if (card?.state !== 'review') return;
  const approver = await approverOf(deps, card, { by: user, of: user_team });
  if (!approver) return;
  const { approvers } = approver;
  const clock = { now: deps.now(), zone: await deps.zoneFor(card.brand.id, user) };
  const review = approvers && reviewOf(card, approvers, clock.now);
  if (review && !review.progress.complete && !review.progress.open.includes(user)) return;
  const campaign = card.kind === 'campaign' ? { text: wordBelowCampaign } : undefined;
  const paused = await deps.pauses.of(workspace, card.brand.id);
  const answer =
    campaign ??
    (paused
      ? { text: pausedRefusal(paused, deps.slash) }
      : confirmWord(card, {
          ...{ review, undoForMs: deps.undoForMs, clock },
          notAttached: notAttached(card, deps.postFiles),
        }));
  const owner = randomUUID();
  const once = `word.${ts}`;
  if (!answer || !(await deps.locks.acquire(workspace, once, owner, deliveredAgainForMs))) return;
  try {
    await deps.personNotifier.tell({ channel, user, thread: thread_ts }, answer);
  } catch (cause) {
    // Slack delivers the reply again, and then the offer is made
    await afterwards(deps, 'a word of approval is not offered again', () =>
      deps.locks.release(workspace, once, owner),
    );
    throw cause;
  }
}
