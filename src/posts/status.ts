/** Keeps a channel's status messages in line with its cards, one call to Slack at a time. */

import { z } from 'zod';
import {
  again,
  done,
  handlerOf,
  type Outcome,
  type PayloadOf,
  queues,
  workspaceJob,
} from '#src/platform/queue/job.ts';
import type { ChannelCall } from '#src/platform/slack/channel-rate-limiter.ts';
import { messageAddress } from '#src/platform/slack/message-address.ts';
import { unlessRefused } from '#src/platform/slack/render-failed.ts';
import type { Card } from '#src/posts/card/card.ts';
import { awaitsMessage, isRequestedPost, statusFrom } from '#src/posts/card/making.ts';
import type { Sweep } from '#src/posts/sweeper.ts';
import { renderLinks, renderStatus } from '#views/posts/status.ts';
import type { JobDeps } from './ports.ts';
import { nextStatusStep, type StatusStep, shownOf } from './status-plan.ts';
import type { StatusStore } from './status-store.ts';

interface Deps extends JobDeps {
  statuses: StatusStore;
}

const statusJob = workspaceJob('status', queues.messages, { channel: z.string() });
type Payload = PayloadOf<typeof statusJob>;

export const statusHandler = handlerOf(statusJob, runStatus);

/**
 * Queues the job if the card has a status message, or may need one. The sweeper finds cards that took long to
 * be saved.
 */
export async function queueStatus({ jobs, now }: Pick<Deps, 'jobs' | 'now'>, card: Card): Promise<void> {
  const { workspace, channel } = card;
  if (isRequestedPost(card) && statusFrom(card) <= now())
    await jobs.enqueue(statusJob, { workspace, channel });
}

/** A subscriber of the desk: a post that's being created and has no message yet gets a status message. */
export const followStatuses =
  (deps: Pick<Deps, 'jobs' | 'now'>) =>
  async (card: Card): Promise<void> => {
    if (awaitsMessage(card)) await queueStatus(deps, card);
  };

/** Queues every channel that has a status message, or cards that don't have one yet. */
export const sweepStatuses: Sweep<Pick<Deps, 'statuses' | 'jobs'>> = async (
  { statuses, jobs },
  workspace,
) => {
  for (const channel of await statuses.channels(workspace))
    await jobs.enqueue(statusJob, { workspace, channel });
};

async function runStatus(deps: Deps, { workspace, channel }: Payload): Promise<Outcome> {
  for (;;) {
    const step = await stepOf(deps, { workspace, channel });
    if (!step) return done;
    const slackCall: ChannelCall = { workspace, card: 'status', progress: true, ...callOf(step, channel) };
    const waitMs = await deps.channelRateLimiter.consume(slackCall, deps.now());
    if (waitMs > 0) return again(waitMs);
    await deps.channelRateLimiter.make(slackCall, deps.now, () =>
      carryOut(deps, { workspace, channel }, step),
    );
  }
}

async function stepOf(deps: Deps, { workspace, channel }: Payload): Promise<StatusStep | undefined> {
  const { messages, awaiting } = await deps.statuses.of(workspace, channel);
  const ids = new Set([...awaiting, ...messages.flatMap((message) => message.cards)]);
  const cards = new Map((await deps.cards.getAll(workspace, [...ids])).map((card) => [card.id, card]));
  for (const id of awaiting) if (!cards.has(id)) await deps.statuses.leave(workspace, { channel, id });
  return nextStatusStep(channel, cards, messages, deps.now());
}

function callOf(step: StatusStep, channel: string): Pick<ChannelCall, 'call' | 'channel'> {
  if (step.do === 'post') return { call: 'post', channel };
  return { call: 'update', channel: step.message.channel };
}

async function carryOut(deps: Deps, { workspace, channel }: Payload, step: StatusStep): Promise<void> {
  const { statuses, notifier } = deps;
  if (step.do === 'retire') {
    const { channel: at, ts } = step.message;
    if (ts)
      await orNothing(deps, async () =>
        notifier.retire({ channel: at, ts }, await linksTo(deps, step.cards)),
      );
    await deps.failpoint('status retired');
    await statuses.forget(workspace, channel, step.message);
    return;
  }
  const shown = step.cards.filter((card) => card.message === undefined);
  const names = await namesOf(deps, shown);
  const said = (cards: Card[]) => ({ cards: cards.map(({ id }) => id), shows: shownOf(cards) });
  if (step.do === 'edit') {
    const { channel: at, ts } = step.message;
    if (ts) await orNothing(deps, () => notifier.replace({ channel: at, ts }, renderStatus(shown, names)));
    await statuses.note(workspace, channel, { ...step.message, ...said(step.cards), shows: shownOf(shown) });
    return;
  }
  const posted = (await orNothing(deps, () => post(deps, channel, shown, names))) ?? [];
  await deps.failpoint('status posted');
  const nowhere = [{ at: { channel }, cards: shown }];
  for (const { at, cards } of posted.length > 0 ? posted : nowhere)
    await statuses.note(workspace, channel, { ...at, ...said(cards), shared: step.shared });
}

interface Posted {
  at: { channel: string; ts: string };
  cards: Card[];
}

/** Posts in the channel, or else where the cards will be, too: in direct messages to the authors. */
async function post(
  { notifier }: Deps,
  channel: string,
  cards: Card[],
  names: ReadonlyMap<string, string>,
): Promise<Posted[]> {
  const inChannel = await notifier.post({ channel }, renderStatus(cards, names));
  if (inChannel) return [{ at: inChannel, cards }];
  const posted: Posted[] = [];
  for (const [author, theirs] of Map.groupBy(cards, (card) => card.author))
    try {
      const at = await notifier.post({ channel: author }, renderStatus(theirs, names));
      if (at) posted.push({ at, cards: theirs });
    } catch (cause) {
      // note the messages that exist, and try the others again
      if (posted.length === 0) throw cause;
      break;
    }
  return posted;
}

/** Where the cards of these posts are now. */
async function linksTo({ slackUrl }: Deps, cards: readonly Card[]) {
  const url = await slackUrl();
  return renderLinks(
    cards.flatMap((card) => (card.message ? [{ card, address: messageAddress(url, card.message) }] : [])),
  );
}

/** The result; `undefined` if Slack refused for good, since a status message isn't worth another attempt. */
const orNothing = <T>({ log }: Deps, call: () => Promise<T>): Promise<T | undefined> =>
  unlessRefused(call, (cause) => log.warn({ err: cause }, 'Slack refused a status message'));

/** The names of the people who requested these posts, because a mention would notify them. */
async function namesOf({ users }: Deps, cards: readonly Card[]): Promise<ReadonlyMap<string, string>> {
  const authors = [...new Set(cards.map(({ author }) => author))];
  const names = await Promise.all(authors.map((user) => users.nameOf(user)));
  return new Map(authors.flatMap((user, i) => (names[i] ? [[user, names[i]] as const] : [])));
}
