/** Draws the card as it stands now. However many moves came meanwhile, the latest is what people see. */
import type { JobDeps } from '#src/job-deps.ts';
import { renderApprovalRequests } from '#src/notifications/approval-requests.ts';
import { notifyJob } from '#src/notifications/jobs.ts';
import { placesOf } from '#src/notifications/places.ts';
import { rootOf } from '#src/notifications/records.ts';
import { followStatus } from '#src/notifications/status.ts';
import { again, done, type Handler, handle, type Outcome, type Retriable } from '#src/platform/queue/job.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import type { ChannelCall } from '#src/platform/slack/channel-rate-limiter.ts';
import type { Drawn } from '#src/ports.ts';
import { needsRendering } from '#src/posts/card/attention.ts';
import type { Card, CardMessage, Mentions } from '#src/posts/card/card.ts';
import { isOverdue } from '#src/posts/card/content.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import { awaitsMessage, isBeingMade, isRequestedPost } from '#src/posts/card/making.ts';
import { triedAgainBy } from '#src/posts/card/publisher.ts';
import { firstCall, tellsProgress } from '#src/posts/card/rendering.ts';
import { cardJob, type OfCard } from '#src/posts/card-job.ts';

export const renderCardJob = cardJob('draw', 'draw');

/** While a progress drawing waits its card may come to a result, which goes first. */
const checkAgainMs = 1_000;

/** Hundreds of cards may wait like this at once; a move of one of them calls its job. */
const redrawLookAgainMs = 10_000;

/** Slack limits how often the members of a user group may be asked for. */
const passingLookAgainMs = 30_000;

export function renderCardHandler(deps: JobDeps): Handler {
  return handle(renderCardJob, {
    run: (payload) => runDraw(deps, payload),
    // what cannot be drawn at all waits for the card's next move
    async gaveUp({ workspace, card: id }, cause) {
      const { retry, refused } = cause as Retriable;
      // what Slack refused is noted by its run
      const card = retry === false && !refused && (await deps.desk.get(workspace, id));
      if (card) await drawn(deps, card, undefined);
    },
  });
}

async function runDraw(deps: JobDeps, { workspace, card: id }: OfCard, second = false): Promise<Outcome> {
  const card = await deps.desk.get(workspace, id);
  if (!card) return done;
  const campaign = card.campaign ? await deps.desk.get(workspace, card.campaign) : undefined;
  // a campaign's posts hang below its message, and are called when that stands
  if (campaign && !campaign.message) return done;
  if (awaitsMessage(card)) return done;
  const turn: ChannelCall = {
    workspace,
    card: id,
    progress: tellsProgress(card),
    ...firstCall(card, campaign),
  };
  // a campaign shows its posts, which move without it
  if (turn.call === 'update' && card.kind !== 'campaign' && !needsRendering(card)) return done;
  if (second) await deps.channelRateLimiter.spend(turn, deps.now());
  else {
    const waitMs = await deps.channelRateLimiter.take(turn, deps.now());
    const atMostMs = card.rerender ? redrawLookAgainMs : checkAgainMs;
    if (waitMs > 0) return again(turn.progress ? Math.min(waitMs, atMostMs) : waitMs);
  }
  const since = deps.now();
  const drawing = await drawOrLimited(deps, card, campaign);
  if ('limitedMs' in drawing) {
    await deps.channelRateLimiter.limited(turn, drawing.limitedMs, deps.now());
    return again(drawing.limitedMs);
  }
  const { message, whole, passing = false } = drawing;
  await deps.failpoint('card drawn');
  await renderApprovalRequests(deps, card);
  // its buttons offer a time that passed meanwhile, so the sweep has it drawn once more
  const passed = isOverdue(card, deps.now()) && !isOverdue(card, since);
  await drawn(deps, card, message, whole && !passing && !passed ? card.version : 0);
  const isNew = card.message?.ts !== message.ts || card.message.channel !== message.channel;
  // it says where the card is, or goes
  if (isNew) await followStatus(deps.jobs, card, deps.now());
  if (card.kind === 'campaign' && isNew)
    for (const post of card.posts) await deps.jobs.enqueue(renderCardJob, { workspace, card: post });
  // once more, not for ever: where Slack lets us post and not redraw, the sweep comes by
  if (whole && passing) return again(passingLookAgainMs);
  return whole || second ? done : runDraw(deps, { workspace, card: id }, true);
}

async function drawOrLimited(
  deps: JobDeps,
  card: Card,
  campaign: Card | undefined,
): Promise<Drawn | { limitedMs: number }> {
  const posts = card.kind === 'campaign' ? await deps.desk.posts(card) : [];
  try {
    return await deps.renderer.draw(card, posts, campaign, {
      alert: await alertOf(deps, card),
      notAttached: notAttached(card, deps.postFiles),
      mentions: firstCall(card, campaign).call === 'post' ? await mentionsOf(deps, card, posts) : undefined,
    });
  } catch (cause) {
    const { retry, retryAfterMs } = cause as Retriable;
    if (retryAfterMs !== undefined) return { limitedMs: retryAfterMs };
    // while Slack is away the sweep tries again; what Slack refuses for good waits for the card's next move
    if (retry === false) await drawn(deps, card, undefined);
    throw cause;
  }
}

/** Whom its new message notifies: nobody where the team is notified in the thread, or not at all. */
async function mentionsOf(deps: JobDeps, card: Card, posts: readonly Card[]): Promise<Mentions | undefined> {
  const { state } = card;
  const isReadyCampaign = state === 'review' && posts.some((post) => post.state === 'review');
  const canMention =
    card.kind === 'campaign'
      ? card.showInChannel && isReadyCampaign
      : isRequestedPost(card) && !isBeingMade(card);
  if (!canMention) return undefined;
  const topic = state === 'failed' ? 'failed' : state === 'outcome_unknown' ? 'outcome_unknown' : 'ready';
  const { ready: place } = await placesOf(deps, card);
  // what was said in a thread before the card was brought here is in a direct message
  if (topic === 'ready' && place !== 'channel' && !(place === 'thread' && card.showInChannel))
    return undefined;
  // who tried it once more is told that it failed again
  const by = topic === 'ready' ? undefined : triedAgainBy(card);
  const { mentions } = await deps.audience(card, { topic, by, channel: card.channel });
  // brought to its channel: each person had a direct message when it wasn't there, and groups had none
  return card.showInChannel ? mentions.filter(({ kind }) => kind === 'group') : mentions;
}

/** The one alert about what the card failed for, unless it stands in the same place, or where one person alone reads it. */
async function alertOf(deps: JobDeps, { workspace, problem, message, channel }: Card) {
  const alert = problem?.cause && (await deps.incidents.alert(workspace, problem.cause));
  return alert && isChannel(alert.channel) && alert.channel !== (message?.channel ?? channel)
    ? alert
    : undefined;
}

async function drawn(
  deps: JobDeps,
  card: Card,
  message: CardMessage | undefined,
  version = card.version,
): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  // straight to the store: the desk would queue the next drawing for it
  await deps.cards.move(
    card.workspace,
    card.id,
    { type: 'record_message', at, message, drawn: version },
    card,
  );
  // they link to it from now on
  if (message && !card.message) {
    deps.homes.soon(card.workspace);
    await deps.jobs.enqueue(notifyJob, { workspace: card.workspace, root: rootOf(card) });
  }
}
